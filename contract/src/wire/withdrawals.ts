import { z } from 'zod';
import * as routes from '../plain/routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { positiveWholeUsdt, usdt } from './money.ts';
import { WITHDRAWAL_STATUSES } from '../plain/statuses.ts';

const wallet = z.strictObject({
  id,
  wallet_to_withdraw: z.string(),
  /** Passes TRON's base58check. */
  is_valid: z.boolean(),
});

export const listWallets = call({
  ...routes.listWallets,
  summary: 'Кошельки для вывода',
  ok: 200,
  response: page(wallet),
});

/** Accepted as typed. */
export const createWallet = call({
  ...routes.createWallet,
  summary: 'Добавить кошелёк',
  body: z.strictObject({ wallet_to_withdraw: text(MAX_LENGTH.wallet) }),
  ok: 201,
  response: wallet,
});

const withdrawal = z.strictObject({
  id,
  amount_in_usdt: usdt,
  status: z.enum(WITHDRAWAL_STATUSES),
  human_status: z.string(),
  wallet: z.string(),
  transaction_hash_proof: z.string().nullable(),
  created_at: timestamp,
  done_datetime: timestamp.nullable(),
});

export const listWithdrawals = call({
  ...routes.listWithdrawals,
  summary: 'Выводы, новые сверху',
  query: pageQuery(10),
  ok: 200,
  response: page(withdrawal),
});

export const getWithdrawal = call({
  ...routes.getWithdrawal,
  summary: 'Вывод',
  params: idParams,
  ok: 200,
  response: withdrawal,
});

export const createWithdrawal = call({
  ...routes.createWithdrawal,
  summary: 'Создать вывод',
  body: z.strictObject({
    /** Whole USDT. */
    amount_in_usdt: positiveWholeUsdt,
    wallet_id: id,
  }),
  ok: 201,
  response: withdrawal,
});
