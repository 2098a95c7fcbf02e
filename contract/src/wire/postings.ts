import { z } from 'zod';
import { OWNED_PARTS, POSTING_KINDS } from '../plain/money-trail.ts';
import * as routes from '../plain/postings-routes.ts';
import { call, idParams, timestamp } from './call.ts';
import { usdt } from './money.ts';

/** What an order, and the appeals against it, moved on the caller's own balance, oldest first; nobody sees the other side's. */
export const getOrderPostings = call({
  ...routes.getOrderPostings,
  summary: 'Движения по заказу на своём балансе',
  params: idParams,
  ok: 200,
  response: z.array(
    z.strictObject({
      created_at: timestamp,
      kind: z.enum(POSTING_KINDS),
      part: z.enum(OWNED_PARTS),
      /** With its sign. */
      amount: usdt,
    }),
  ),
});
