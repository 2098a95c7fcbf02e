import { z } from 'zod';
import { MAX_BANK_ID } from '../../plain/limits.ts';
import * as actions from '../../plain/platform-actions.ts';
import * as routes from '../../plain/platform-routes.ts';
import { BALANCE_MODES } from '../../plain/statuses.ts';
import { call, id, page, pageQuery, timestamp } from '../call.ts';
import { actionCalls } from './action.ts';

const count = z.number().int();

export const listBalanceBanks = call({
  ...routes.listBalanceBanks,
  summary: 'Остатки банков: что решается по ним и как это сходится с решениями людей',
  query: pageQuery(30),
  ok: 200,
  response: page(
    z.strictObject({
      /** The bank. */
      id: z.number().int(),
      name: z.string(),
      mode: z.enum(BALANCE_MODES),
      /** Of the bank's newest messages. Closed by a balance or by as many messages as orders. */
      done: count,
      /** What would have been closed, and people closed it; they closed another one; nobody has decided. */
      agreed: count,
      disagreed: count,
      open: count,
      /** Messages that went against an unbroken balance. */
      doubted: count,
      /** The newest of those that people decided otherwise. */
      disagreements: z.array(z.strictObject({ notification: id, order: id, created_at: timestamp })),
    }),
  ),
});

export const setBalanceMode = actionCalls(actions.setBalanceMode, {
  summary: 'Решать по остаткам банка: нет, только сравнивать, да',
  fields: { bank: z.number().int().min(1).max(MAX_BANK_ID), mode: z.enum(BALANCE_MODES) },
});
