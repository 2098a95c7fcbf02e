import { z } from 'zod';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { positiveWholeUsdt, usdt } from './money.ts';
import { OPERATION_TYPES, WITHDRAWAL_STATUSES } from './statuses.ts';

const wallet = z.strictObject({
  id,
  wallet_to_withdraw: z.string(),
  /** Passes TRON's base58check. */
  is_valid: z.boolean(),
});

export const listWallets = call({
  method: 'GET',
  path: '/merchantwithdrawwallets/',
  summary: 'Кошельки для вывода',
  roles: ['merchant'],
  ok: 200,
  response: page(wallet),
});

/** Accepted as typed. */
export const createWallet = call({
  method: 'POST',
  path: '/merchantwithdrawwallets/',
  summary: 'Добавить кошелёк',
  roles: ['merchant'],
  body: z.strictObject({ wallet_to_withdraw: text(128) }),
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
  method: 'GET',
  path: '/merchantwithdraworders/',
  summary: 'Выводы, новые сверху',
  roles: ['merchant'],
  query: pageQuery(10),
  ok: 200,
  response: page(withdrawal),
});

export const getWithdrawal = call({
  method: 'GET',
  path: '/merchantwithdraworders/:id/',
  summary: 'Вывод',
  roles: ['merchant'],
  params: idParams,
  ok: 200,
  response: withdrawal,
});

export const createWithdrawal = call({
  method: 'POST',
  path: '/merchantwithdraworders/',
  summary: 'Создать вывод',
  roles: ['merchant'],
  body: z.strictObject({
    /** Whole USDT. */
    amount_in_usdt: positiveWholeUsdt,
    wallet_id: id,
  }),
  ok: 201,
  response: withdrawal,
});

export const listOperations = call({
  method: 'GET',
  path: '/merchantbalancehistories/',
  summary: 'История операций, новые сверху',
  roles: ['merchant'],
  query: pageQuery(10),
  ok: 200,
  response: page(
    z.strictObject({
      /** The number of the entry. */
      id: z.string(),
      /** Unsigned. */
      amount: usdt,
      type: z.enum(OPERATION_TYPES),
      /** What it belongs to: `order_close`, `withdrawal_hold`, … and the id of that object. */
      reason: z.string(),
      object_id: id,
      created_at: timestamp,
    }),
  ),
});
