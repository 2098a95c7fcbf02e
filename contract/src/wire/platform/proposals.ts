import { z } from 'zod';
import * as routes from '../../plain/platform-routes.ts';
import { call, id, timestamp } from '../call.ts';
import { rub, usdt } from '../money.ts';

const common = {
  id,
  reason: z.string(),
  proposed_by: z.string(),
  /** Whoever proposed it cannot accept it. */
  is_own: z.boolean(),
  created_at: timestamp,
  /** Nobody can accept it from then on. */
  lapses_at: timestamp,
};

const proposal = z.discriminatedUnion('kind', [
  /** What a closed order paid is taken back. */
  z.strictObject({ ...common, kind: z.literal('reversal'), order_id: id, amount: rub }),
  z.strictObject({
    ...common,
    kind: z.literal('adjustment'),
    account_id: id,
    account_name: z.string(),
    part: z.enum(['available', 'earned', 'owed']),
    against: z.enum(['revenue', 'custody']),
    /** With its sign. */
    amount_in_usdt: usdt,
  }),
  z.strictObject({
    ...common,
    kind: z.literal('deposit'),
    account_id: id,
    account_name: z.string(),
    amount_in_usdt: usdt,
    reference: z.string(),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('closing'),
    withdrawal_id: id,
    transaction_hash: z.string(),
    /** No node was asked for the transaction. */
    is_unseen: z.boolean(),
  }),
  /** All second factors are taken off a person who has lost them. */
  z.strictObject({ ...common, kind: z.literal('second_factor'), person: z.string() }),
]);

/** The oldest first. */
export const listProposals = call({
  ...routes.listProposals,
  summary: 'Предложения, которые ждут второго человека, старые сверху',
  ok: 200,
  response: z.strictObject({ results: z.array(proposal) }),
});
