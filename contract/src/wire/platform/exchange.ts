import { z } from 'zod';
import * as routes from '../../plain/platform-routes.ts';
import {
  NOTIFICATION_OUTCOMES,
  PAYOUT_TAKE_OUTCOMES,
  PLATFORM_APPEAL_FILTERS,
  PLATFORM_PAYOUT_FILTERS,
  PLATFORM_WITHDRAWAL_STATUSES,
} from '../../plain/statuses.ts';
import { appealDesk, appealDetail, appealRow } from '../appeals.ts';
import { call, id, idParams, pageQuery, timestamp } from '../call.ts';
import { getDeposit, listDeposits } from '../deposits.ts';
import { rub, usdt } from '../money.ts';
import { getPayout, listPayouts } from '../payouts.ts';
import { getWithdrawal } from '../withdrawals.ts';
import { account, bank, inspected, platformFilters, platformPage, statusOf } from './objects.ts';
import { anyOrder } from './orders.ts';
import { platformTotals } from './totals.ts';

const roubles = { min: rub.optional(), max: rub.optional() };
const dollars = { min: usdt.optional(), max: usdt.optional() };

const ofPayout = {
  merchant: account,
  /** Who has it in work, or did it. */
  trader: account.nullable(),
  /** The merchant's own number; null of one made on the screen. */
  external_id: z.string().nullable(),
};
const payoutRow = listPayouts.response.shape.results.element.extend(ofPayout);
const payoutDetail = inspected(
  getPayout.response.extend({
    ...ofPayout,
    /** When its merchant said that nothing came; null: they did not. */
    contested_at: timestamp.nullable(),
    settled_at: timestamp.nullable(),
    /** Who had it in work, oldest first. */
    takes: z.array(
      z.strictObject({
        trader: z.string(),
        taken_at: timestamp,
        /** Null: it is in work. */
        ended_at: timestamp.nullable(),
        outcome: z.enum(PAYOUT_TAKE_OUTCOMES).nullable(),
      }),
    ),
  }),
);

const payoutFilters = { ...roubles, status: statusOf(PLATFORM_PAYOUT_FILTERS) };

export const listPlatformPayouts = call({
  ...routes.listPlatformPayouts,
  summary: 'Выплаты всех кабинетов, новые сверху',
  query: pageQuery(30, { ...platformFilters, ...payoutFilters }),
  ok: 200,
  response: platformPage(payoutRow),
});

export const getPlatformPayoutTotals = platformTotals(
  routes.getPlatformPayoutTotals,
  'Сколько выплат всех кабинетов и на какую сумму',
  rub,
  payoutFilters,
);

export const getPlatformPayout = call({
  ...routes.getPlatformPayout,
  summary: 'Выплата',
  params: idParams,
  ok: 200,
  response: payoutDetail,
});

export const revealPlatformPayout = call({
  ...routes.revealPlatformPayout,
  summary: 'Выплата без точек в номерах; просмотр остаётся в журнале',
  params: idParams,
  ok: 200,
  response: payoutDetail,
});

const ofOwner = { account };
const withdrawalRow = getWithdrawal.response.extend({
  ...ofOwner,
  /** Who said that they are sending it, or sent it. */
  sending_by: z.string().nullable(),
});
const withdrawalDetail = inspected(withdrawalRow);

const withdrawalFilters = { ...dollars, status: statusOf(PLATFORM_WITHDRAWAL_STATUSES) };

export const listPlatformWithdrawals = call({
  ...routes.listPlatformWithdrawals,
  summary: 'Выводы магазинов и трейдеров, новые сверху',
  query: pageQuery(30, { ...platformFilters, ...withdrawalFilters }),
  ok: 200,
  response: platformPage(withdrawalRow),
});

export const getPlatformWithdrawalTotals = platformTotals(
  routes.getPlatformWithdrawalTotals,
  'Сколько выводов всех кабинетов и на какую сумму',
  usdt,
  withdrawalFilters,
);

export const getPlatformWithdrawal = call({
  ...routes.getPlatformWithdrawal,
  summary: 'Вывод',
  params: idParams,
  ok: 200,
  response: withdrawalDetail,
});

const ofAppeal = { merchant: account, trader: account };
const appealListed = appealRow.extend(ofAppeal);

/** A bank's message to a phone of the requisite. */
const bankMessage = z.strictObject({
  id,
  /** The moment at which it reached the phone. */
  heard_at: timestamp,
  device_name: z.string(),
  bank: z.string().nullable(),
  amount: rub.nullable(),
  /** What the bank says is on the account then. */
  balance: rub.nullable(),
  /** Whether the balance follows from the one before; null: nothing is known. */
  is_in_chain: z.boolean().nullable(),
  sender: z.string().nullable(),
  /** The last digits of the card or account. */
  tail: z.string().nullable(),
  /** Its first 500 characters. */
  text: z.string(),
  outcome: z.enum(NOTIFICATION_OUTCOMES),
  reason: z.string(),
  /** The order that it paid, or belongs to. */
  order_id: id.nullable(),
  /** The orders that it may be about. */
  candidates: z.array(id),
});

const appealInspected = inspected(
  appealDetail.extend({
    ...ofAppeal,
    desk: appealDesk,
    /** What it was confirmed for. */
    paid: rub.nullable(),
    order_detail: anyOrder,
    /** All appeals against the order, oldest first: this one, too. */
    appeals: z.array(appealRow.extend({ paid: rub.nullable() })),
    /** Messages to the requisite's phone from two hours before the order to two hours after its end, and the order's own; oldest first. */
    messages: z.array(bankMessage),
    /** There were more messages than are shown. */
    has_more_messages: z.boolean(),
  }),
);

const appealFilters = { ...roubles, bank, status: statusOf(PLATFORM_APPEAL_FILTERS) };

export const listPlatformAppeals = call({
  ...routes.listPlatformAppeals,
  summary: 'Апелляции всех кабинетов, новые сверху',
  query: pageQuery(30, { ...platformFilters, ...appealFilters }),
  ok: 200,
  response: platformPage(appealListed),
});

export const getPlatformAppealTotals = platformTotals(
  routes.getPlatformAppealTotals,
  'Сколько апелляций всех кабинетов и на какую сумму',
  rub,
  appealFilters,
);

export const getPlatformAppeal = call({
  ...routes.getPlatformAppeal,
  summary: 'Апелляция',
  params: idParams,
  ok: 200,
  response: appealInspected,
});

export const revealPlatformAppeal = call({
  ...routes.revealPlatformAppeal,
  summary: 'Апелляция без точек в номерах; просмотр остаётся в журнале',
  params: idParams,
  ok: 200,
  response: appealInspected,
});

const depositRow = listDeposits.response.shape.results.element.extend(ofOwner);
const depositDetail = inspected(getDeposit.response.extend(ofOwner));

export const listPlatformDeposits = call({
  ...routes.listPlatformDeposits,
  summary: 'Пополнения всех трейдеров, новые сверху',
  query: pageQuery(30, { ...platformFilters, ...dollars }),
  ok: 200,
  response: platformPage(depositRow),
});

export const getPlatformDepositTotals = platformTotals(
  routes.getPlatformDepositTotals,
  'Сколько пополнений всех трейдеров и на какую сумму',
  usdt,
  dollars,
);

export const getPlatformDeposit = call({
  ...routes.getPlatformDeposit,
  summary: 'Пополнение',
  params: idParams,
  ok: 200,
  response: depositDetail,
});
