import { z } from 'zod';
import { HOLDS_OF, WAITING } from '../../plain/figures.ts';
import * as routes from '../../plain/platform-routes.ts';
import { call, id, page, pageQuery, timestamp } from '../call.ts';
import { rate, rub, usdt } from '../money.ts';
import { account } from './objects.ts';

const count = z.number().int();

/** From a Moscow midnight to a moment. */
const day = z.strictObject({
  /** Issued and refused. */
  asked: count,
  issued: count,
  /** Of the issued ones, closed by now, and expired or cancelled by now; the rest is under way. */
  came_closed: count,
  came_lost: count,
  /** Closed in this time, whenever they were issued. */
  closed: count,
  turnover: rub,
  /** Fees less rewards of what closed, less what was reversed. */
  revenue: usdt,
});

export const getOverview = call({
  ...routes.getOverview,
  summary: 'Сводка: что ждёт рук, и сегодня против вчера к этому часу',
  ok: 200,
  response: z.strictObject({
    at: timestamp,
    /** Only what there is, in the order of WAITING. */
    waiting: z.array(
      z.strictObject({
        what: z.enum(WAITING),
        count,
        sum: usdt.nullable(),
        since: timestamp.nullable(),
        /** Of applications: which. */
        names: z.array(z.string()).optional(),
      }),
    ),
    /** Null while none was ever set. */
    rate: z.strictObject({ rate, confirmed_at: timestamp, stale_at: timestamp, source: z.string() }).nullable(),
    today: day,
    yesterday: day,
    /** Yesterday is counted up to this moment. */
    compared_until: timestamp,
    /** Figures of days are whole from here on. */
    since: timestamp,
    refusals: z.array(z.strictObject({ reason: z.string(), today: count, yesterday: count })),
    /** What traders with traffic on could hold for new orders. */
    free: z.strictObject({ traders: count, usdt }),
  }),
});

export const listOldHolds = call({
  ...routes.listOldHolds,
  summary: 'Удержания старше суток, старые сверху',
  query: pageQuery(30),
  ok: 200,
  response: page(
    z.strictObject({
      /** Of what it is held for. */
      id,
      of: z.enum(HOLDS_OF),
      /** Whose money it is. */
      account,
      held: usdt,
      since: timestamp,
    }),
  ),
});

export const getOldHoldTotals = call({
  ...routes.getOldHoldTotals,
  summary: 'Сколько удержаний старше суток, под что и на какую сумму',
  ok: 200,
  response: z.strictObject({
    is_whole: z.boolean(),
    statuses: z.array(z.strictObject({ status: z.enum(HOLDS_OF), count, amount: usdt })),
  }),
});
