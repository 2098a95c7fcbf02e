import { z } from 'zod';
import * as routes from '../../plain/platform-routes.ts';
import { APPEAL_STATUSES, PAYOUT_STATUSES, PLATFORM_WITHDRAWAL_STATUSES } from '../../plain/statuses.ts';
import { appealDetail, appealRow } from '../appeals.ts';
import { call, idParams, pageQuery } from '../call.ts';
import { getDeposit, listDeposits } from '../deposits.ts';
import { rub, usdt } from '../money.ts';
import { getPayout, listPayouts } from '../payouts.ts';
import { getWithdrawal } from '../withdrawals.ts';
import { account, bank, inspected, platformFilters, platformPage, statusOf } from './objects.ts';

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
const payoutDetail = inspected(getPayout.response.extend(ofPayout));

export const listPlatformPayouts = call({
  ...routes.listPlatformPayouts,
  summary: 'Выплаты всех кабинетов, новые сверху',
  query: pageQuery(30, { ...platformFilters, ...roubles, status: statusOf(PAYOUT_STATUSES) }),
  ok: 200,
  response: platformPage(payoutRow),
});

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
const withdrawalRow = getWithdrawal.response.extend(ofOwner);
const withdrawalDetail = inspected(withdrawalRow);

export const listPlatformWithdrawals = call({
  ...routes.listPlatformWithdrawals,
  summary: 'Выводы магазинов и трейдеров, новые сверху',
  query: pageQuery(30, { ...platformFilters, ...dollars, status: statusOf(PLATFORM_WITHDRAWAL_STATUSES) }),
  ok: 200,
  response: platformPage(withdrawalRow),
});

export const getPlatformWithdrawal = call({
  ...routes.getPlatformWithdrawal,
  summary: 'Вывод',
  params: idParams,
  ok: 200,
  response: withdrawalDetail,
});

const ofAppeal = { merchant: account, trader: account };
const appealListed = appealRow.extend(ofAppeal);
const appealInspected = inspected(appealDetail.extend(ofAppeal));

export const listPlatformAppeals = call({
  ...routes.listPlatformAppeals,
  summary: 'Апелляции всех кабинетов, новые сверху',
  query: pageQuery(30, { ...platformFilters, ...roubles, bank, status: statusOf(APPEAL_STATUSES) }),
  ok: 200,
  response: platformPage(appealListed),
});

export const getPlatformAppeal = call({
  ...routes.getPlatformAppeal,
  summary: 'Апелляция',
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

export const getPlatformDeposit = call({
  ...routes.getPlatformDeposit,
  summary: 'Пополнение',
  params: idParams,
  ok: 200,
  response: depositDetail,
});
