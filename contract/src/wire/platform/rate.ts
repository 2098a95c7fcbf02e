import { z } from 'zod';
import * as routes from '../../plain/platform-actions.ts';
import * as platform from '../../plain/platform-routes.ts';
import { call, timestamp } from '../call.ts';
import { rate } from '../money.ts';
import { actionCalls } from './action.ts';

const positiveRate = rate.refine((value) => value > 0n, { message: 'Курс должен быть больше нуля' });

export const setRate = actionCalls(routes.setRate, {
  summary: 'Задать курс',
  fields: {
    rate: positiveRate,
    /** Also when it is far from the rate in force. */
    is_forced: z.boolean().default(false),
  },
  refusals: { rate_jump: 409 },
});

/** The number of a source's proposal. */
const fields = { proposal: z.string().regex(/^[1-9]\d{0,17}$/) };

export const acceptRate = actionCalls(routes.acceptRate, {
  summary: 'Принять предложение курса',
  fields,
  refusals: { proposal_ended: 409 },
});
export const declineRate = actionCalls(routes.declineRate, {
  summary: 'Отклонить предложение курса',
  fields,
  refusals: { proposal_ended: 409 },
});

/** Null while no rate was ever set; history: those put in force in the last seven days, and the one before, newest first. */
export const getPlatformRate = call({
  ...platform.getPlatformRate,
  summary: 'Курс: действующий, предложение источника, история за неделю',
  ok: 200,
  response: z.strictObject({
    rate: z
      .strictObject({
        rate,
        /** `operator`: set by hand. */
        source: z.string(),
        created_at: timestamp,
        confirmed_at: timestamp,
        /** Nothing is issued at it from then on. */
        stale_at: timestamp,
        is_stale: z.boolean(),
      })
      .nullable(),
    proposal: z
      .strictObject({
        id: z.string(),
        rate,
        /** The source's last quote. */
        latest: rate,
        /** The rate that it is too far from. */
        in_force: rate,
        source: z.string(),
        created_at: timestamp,
      })
      .nullable(),
    /** A rate further than this from the one in force needs a person, basis points. */
    jump_bp: z.number().int(),
    /** There were more in these days than the newest thousand. */
    history_is_cut: z.boolean(),
    history: z.array(z.strictObject({ id: z.string(), rate, source: z.string(), created_at: timestamp })),
  }),
});
