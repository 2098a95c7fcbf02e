import { createHash } from 'node:crypto';
import {
  APPEAL_STATUS_TEXT,
  ORDER_STATUS_TEXT,
  PAYOUT_STATUS_TEXT,
  WITHDRAWAL_STATUS_TEXT,
} from '@kantor/contract/plain/statuses.ts';
import { MIN_ORDER_KOPECKS } from '@kantor/contract/plain/limits.ts';
import * as appeals from '@kantor/contract/wire/merchant-appeals.ts';
import { z } from 'zod';
import type { Upload } from '../../http/uploads.ts';
import type { OtherSums } from '../accounts/index.ts';
import { type AppealTerms, filesOf, type MerchantAppeal, outcomeOf, reasonText, toStep } from '../appeals/index.ts';
import type { LinkFile } from '../files/index.ts';
import { type AccountEntry, feeOf } from '../ledger/index.ts';
import type { OrderWithPayee, PossibleSums, readMerchantLimits } from '../orders/index.ts';
import { closedAt, type Payout, type PayoutTerms, toRecipientBank } from '../payouts/index.ts';
import type { Wallet, Withdrawal } from '../withdrawals/index.ts';
import type { listEvents } from './service/events.ts';
import type { ApiKey } from './store.ts';

// Objects as their merchant's server sees them.

/** What the shop keeps of its own beside an order or a payout. */
const shopDataOf = ({ payerId, metadata }: Pick<Payout, 'payerId' | 'metadata'>) => ({
  payer_id: payerId,
  metadata: metadata ?? {},
});

export const toMerchantOrder = (order: OrderWithPayee) => ({
  id: order.id,
  external_id: order.externalId,
  status: order.status,
  human_status: ORDER_STATUS_TEXT[order.status],
  amount: order.amount,
  conversion_rate: order.rate,
  amount_in_usdt: order.amountUsdt,
  fee_in_usdt: feeOf(order.amountUsdt, order),
  method: order.isSbp ? ('sbp' as const) : ('c2c' as const),
  requisite: {
    bank_name: order.bankName,
    fio: order.fio,
    phone: order.phone,
    bank_account: order.bankAccount,
    last_4_digits_card: order.last4,
  },
  created_at: order.createdAt,
  expires_at: order.expiresAt,
  paid_at: order.paidAt,
  reversed_amount: order.reversedAmount,
  reversed_at: order.reversedAt,
  reversal_reason: order.reversalReason,
  ...shopDataOf(order),
});

export function toMerchantAppeal(appeal: MerchantAppeal) {
  const { steps, stage } = appeal;
  const reason = steps.findLast(({ step }) => step === 'decline')?.reason ?? null;
  return {
    id: appeal.id,
    order_id: appeal.orderId,
    external_id: appeal.externalId,
    status: appeal.status,
    human_status: APPEAL_STATUS_TEXT[appeal.status],
    amount: appeal.amount,
    paid_amount: appeal.paid,
    file_name: appeal.fileName,
    created_at: appeal.createdAt,
    closed_at: appeal.processedAt,
    stage,
    round: appeal.round,
    answer_until: appeal.answerUntil,
    outcome: outcomeOf(steps, stage !== null),
    reason,
    human_reason: reasonText(reason),
    steps: steps.map((step) => ({ ...toStep(step), files: filesOf([step], 'merchant').map(({ name }) => name) })),
  };
}

/** A payout without the link to its proof, which is good for minutes. */
export const withoutPhoto = (payout: Payout) => ({
  id: payout.id,
  external_id: payout.externalId,
  status: payout.status,
  human_status: PAYOUT_STATUS_TEXT[payout.status],
  amount: payout.amount,
  conversion_rate: payout.rate,
  amount_in_usdt: payout.amountUsdt,
  fee_in_usdt: feeOf(payout.amountUsdt, payout),
  method: payout.isSbp ? ('sbp' as const) : ('c2c' as const),
  fio: payout.fio,
  phone: payout.phone,
  bank_account: payout.bankAccount,
  recipient_bank: toRecipientBank(payout),
  created_at: payout.createdAt,
  closed_at: closedAt(payout),
  settlement: payout.settlement,
  contest_until: payout.contestUntil,
  contest_reason: payout.contestReason,
  decision_reason: payout.decisionReason,
  ...shopDataOf(payout),
});

export const toMerchantPayout = (payout: Payout, linkFile: LinkFile) => ({
  ...withoutPhoto(payout),
  photo: payout.photoId && payout.photoName ? linkFile(payout.photoId, payout.photoName) : null,
});

export const toMerchantWithdrawal = (withdrawal: Withdrawal) => ({
  id: withdrawal.id,
  status: withdrawal.status,
  human_status: WITHDRAWAL_STATUS_TEXT[withdrawal.status],
  outcome: withdrawal.outcome,
  rejected_reason: withdrawal.rejectedReason,
  amount_in_usdt: withdrawal.amountUsdt,
  wallet: withdrawal.wallet,
  transaction_hash: withdrawal.transactionHash,
  created_at: withdrawal.createdAt,
  sending_at: withdrawal.sendingAt,
  closed_at: withdrawal.doneAt,
});

/** A wallet at a moment: one that can be used says of no other from when. */
export const toMerchantWallet = ({ id, address, isValid, createdAt, usableAt }: Wallet, at: Date) => ({
  id,
  wallet: address,
  is_valid: isValid,
  created_at: createdAt,
  usable_at: usableAt > at ? usableAt : null,
});

export const toMerchantOperation = ({ number, amount, reason, cause, at }: AccountEntry) => ({
  number: Number(number),
  type: amount < 0n ? ('SUBTRACT' as const) : ('ADD' as const),
  amount_in_usdt: amount < 0n ? -amount : amount,
  reason,
  object_id: cause,
  created_at: at,
});

export const toEvents = ({ events, nextCursor }: Awaited<ReturnType<typeof listEvents>>) => ({
  results: events.map(({ n, type, object, objectId, happenedAt, deliveredAt }) => ({
    id: String(n),
    type,
    object,
    object_id: objectId,
    created_at: happenedAt,
    delivered_at: deliveredAt,
  })),
  next_cursor: nextCursor,
});

/** A key on the merchant's own screen. */
export const toApiKey = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  scopes: key.scopes,
  addresses: key.addresses,
  is_test: key.isTest,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
  revoked_at: key.revokedAt,
  end_reason: key.endReason,
});

type AppealFields = z.output<typeof appeals.openMerchantAppeal.body>;

/** An appeal's form for the hash of its Idempotency-Key: two forms of one content differ by their boundaries only. */
export const contentOf = ({ file, fields }: { file: Upload; fields: AppealFields }) => ({
  ...z.encode(appeals.openMerchantAppeal.body, fields),
  ...digestOf(file),
});

/** A file, for the same. */
export const digestOf = (file: Upload) => ({
  name: file.name,
  sha256: createHash('sha256').update(file.bytes).digest('hex'),
});

export const toPossible = (possible: readonly PossibleSums[]) => ({
  order_min: MIN_ORDER_KOPECKS,
  possible: possible.map(({ method, bankId, ranges }) => ({ method, bank: bankId, ranges })),
});

export const toOtherSum = ({ rule, missingPercent }: OtherSums) => ({ rule, missing_percent: missingPercent });

/** A merchant's limits; what is used of a limit is told only where there is one. */
export function toLimits(
  { limits, usage }: Awaited<ReturnType<typeof readMerchantLimits>>,
  { minAmount }: PayoutTerms,
  { days, multiple }: AppealTerms,
  otherSums: OtherSums,
) {
  const counted = (limit: number, used: number) => ({ limit: limit || null, used: limit === 0 ? null : used });
  const hasSum = limits.activeSum > 0n;
  return {
    active_orders: counted(limits.activeOrders, usage.activeOrders),
    active_sum: { limit: hasSum ? limits.activeSum : null, used: hasSum ? usage.activeSum : null },
    unpaid_hour: counted(limits.unpaidHour, Math.min(usage.unpaidHour, limits.unpaidHour)),
    requests_second: limits.requestsSecond || null,
    payout_min: minAmount,
    appeal_days: days,
    appeal_multiple: multiple,
    other_sum: toOtherSum(otherSums),
  };
}
