import { z } from 'zod';
import * as fundsRoutes from '../plain/funds-routes.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { positiveUsdt, positiveWholeUsdt, usdt } from './money.ts';
import { listNarrowing, listTotals, narrowedPage, narrowing } from './narrowing.ts';
import { WITHDRAWAL_OUTCOMES, WITHDRAWAL_STATUSES } from '../plain/statuses.ts';

// Wallets and withdrawals: merchants' calls by the specification, and the same for traders.

const wallet = z.strictObject({
  id,
  wallet_to_withdraw: z.string(),
  /** Passes TRON's base58check. An old one may not, and takes no withdrawal. */
  is_valid: z.boolean(),
  created_at: timestamp,
  /** From when it can be used; null: it can be used now, as far as it is valid. */
  usable_at: timestamp.nullable(),
});

const withdrawal = z.strictObject({
  id,
  amount_in_usdt: usdt,
  status: z.enum(WITHDRAWAL_STATUSES),
  human_status: z.string(),
  /** How it ended: only a sent one was paid. Null while it is open. */
  outcome: z.enum(WITHDRAWAL_OUTCOMES).nullable(),
  /** Why the operator rejected it; null unless they did. */
  rejected_reason: z.string().nullable(),
  wallet: z.string(),
  transaction_hash_proof: z.string().nullable(),
  created_at: timestamp,
  /** When an operator said that they are sending it. */
  sending_at: timestamp.nullable(),
  done_datetime: timestamp.nullable(),
  /** The name of the key by which the merchant's server asked for it; null: a person did. */
  api_key: z.string().nullable(),
  can_cancel: z.boolean(),
});

const walletsPage = { summary: 'Кошельки для вывода', ok: 200, response: page(wallet) } as const;
export const listWallets = call({ ...fundsRoutes.listWallets, ...walletsPage });
export const listTraderWallets = call({ ...fundsRoutes.listTraderWallets, ...walletsPage });

/** An address of TRON (base58check). */
const newWallet = {
  summary: 'Добавить кошелёк',
  body: z.strictObject({ wallet_to_withdraw: text(MAX_LENGTH.wallet) }),
  ok: 201,
  response: wallet,
  refusals: { wallet_exists: 409, wallets_limit: 409 },
} as const;
export const createWallet = call({ ...fundsRoutes.createWallet, ...newWallet });
export const createTraderWallet = call({ ...fundsRoutes.createTraderWallet, ...newWallet });

const removal = {
  summary: 'Удалить кошелёк; в истории выводов он остаётся',
  params: idParams,
  ok: 200,
  response: wallet,
  refusals: { wallet_in_use: 409 },
} as const;
export const removeWallet = call({ ...fundsRoutes.removeWallet, ...removal });
export const removeTraderWallet = call({ ...fundsRoutes.removeTraderWallet, ...removal });

const withdrawalsPage = {
  summary: 'Выводы, новые сверху',
  query: pageQuery(10, listNarrowing(usdt)),
  ok: 200,
  response: narrowedPage(withdrawal),
} as const;

const withdrawalTotals = {
  summary: 'Сколько выводов и на какую сумму',
  query: z.strictObject(narrowing(usdt)),
  ok: 200,
  response: listTotals(usdt),
} as const;
export const getWithdrawalTotals = call({ ...fundsRoutes.getWithdrawalTotals, ...withdrawalTotals });
export const getTraderWithdrawalTotals = call({ ...fundsRoutes.getTraderWithdrawalTotals, ...withdrawalTotals });
export const listWithdrawals = call({ ...fundsRoutes.listWithdrawals, ...withdrawalsPage });
export const listTraderWithdrawals = call({ ...fundsRoutes.listTraderWithdrawals, ...withdrawalsPage });

const oneWithdrawal = { summary: 'Вывод', params: idParams, ok: 200, response: withdrawal } as const;
export const getWithdrawal = call({ ...fundsRoutes.getWithdrawal, ...oneWithdrawal });
export const getTraderWithdrawal = call({ ...fundsRoutes.getTraderWithdrawal, ...oneWithdrawal });

const withdrawalBody = (amount: typeof usdt) => z.strictObject({ amount_in_usdt: amount, wallet_id: id });
const newWithdrawal = {
  summary: 'Создать вывод',
  ok: 201,
  response: withdrawal,
  refusals: { wallet_waits: 409, insufficient_funds: 409 },
} as const;
/** Whole USDT, by the specification. */
export const createWithdrawal = call({
  ...fundsRoutes.createWithdrawal,
  ...newWithdrawal,
  body: withdrawalBody(positiveWholeUsdt),
});
export const createTraderWithdrawal = call({
  ...fundsRoutes.createTraderWithdrawal,
  ...newWithdrawal,
  body: withdrawalBody(positiveUsdt),
});

const cancelling = {
  summary: 'Отменить вывод, пока оператор его не отправляет',
  params: idParams,
  ok: 200,
  response: withdrawal,
  refusals: { withdrawal_status: 409, withdrawal_sending: 409 },
} as const;
export const cancelWithdrawal = call({ ...fundsRoutes.cancelWithdrawal, ...cancelling });
export const cancelTraderWithdrawal = call({ ...fundsRoutes.cancelTraderWithdrawal, ...cancelling });
