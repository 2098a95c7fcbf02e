import { z } from 'zod';
import { MAX_BATCH, MAX_LENGTH } from '../../plain/limits.ts';
import * as routes from '../../plain/platform-actions.ts';
import * as platform from '../../plain/platform-routes.ts';
import { ROLES } from '../../plain/rights.ts';
import { call, id, idParams, text, timestamp } from '../call.ts';
import { usdt } from '../money.ts';
import { actionCalls } from './action.ts';

const hash = text(80).meta({ example: 'ab'.repeat(32) });
/** No node is asked for the transaction: another person accepts the closing, whatever the sum. */
const is_unseen = z.boolean().default(false);

export const sendWithdrawal = actionCalls(routes.sendWithdrawal, {
  summary: 'Сказать, что вывод отправляется',
  fields: {},
  refusals: { withdrawal_status: 409, wallet_invalid: 409 },
});

export const sendWithdrawals = actionCalls(routes.sendWithdrawals, {
  summary: 'Взять выводы в пакет',
  fields: { ids: z.array(id).min(1).max(MAX_BATCH) },
  refusals: { withdrawal_status: 409, wallet_invalid: 409 },
});

export const rejectWithdrawal = actionCalls(routes.rejectWithdrawal, {
  summary: 'Отклонить вывод',
  fields: {
    reason: text(MAX_LENGTH.rejection),
    /** It is sure that nothing left, although somebody is sending it. */
    is_not_sent: z.boolean().default(false),
  },
  refusals: { withdrawal_status: 409, withdrawal_sending: 409 },
});

export const closeWithdrawal = actionCalls(routes.closeWithdrawal, {
  summary: 'Закрыть вывод по хешу транзакции',
  fields: { transaction_hash: hash, is_unseen },
  refusals: { withdrawal_status: 409, hash_taken: 409, transfer_unproven: 409, same_waits: 409 },
});

export const closeWithdrawals = actionCalls(routes.closeWithdrawals, {
  summary: 'Закрыть выводы по списку хешей',
  fields: {
    /** A transfer a line: its hash, its address and its amount, in any order. */
    text: text(MAX_LENGTH.pasted),
    is_unseen,
  },
  refusals: { nothing_matched: 409, transfer_unproven: 409 },
});

const openWithdrawal = z.strictObject({
  id,
  owner_id: id,
  owner: z.string(),
  owner_role: z.enum(ROLES),
  amount_in_usdt: usdt,
  wallet: z.string(),
  wallet_is_valid: z.boolean(),
  wallet_added_at: timestamp,
  created_at: timestamp,
  sending_by: z.string().nullable(),
  sending_at: timestamp.nullable(),
});

/** The oldest first, as many as one list holds; the count and the sum are of all. */
export const listOpenWithdrawals = call({
  ...platform.listOpenWithdrawals,
  summary: 'Выводы, которые ждут отправки, старые сверху',
  ok: 200,
  response: z.strictObject({ count: z.number().int(), total_usdt: usdt, results: z.array(openWithdrawal) }),
});

/** `none`: it has no transaction; `no_node`: nobody can be asked. */
export const TRANSFER_STATES = [
  'proven',
  'unknown',
  'unconfirmed',
  'failed',
  'other',
  'unreachable',
  'none',
  'no_node',
] as const;

export const getTransfer = call({
  ...platform.getTransfer,
  summary: 'Что сеть знает о переводе вывода',
  params: idParams,
  ok: 200,
  response: z.strictObject({ state: z.enum(TRANSFER_STATES) }),
});
