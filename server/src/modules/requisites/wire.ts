import type * as calls from '@kantor/contract/wire/requisites.ts';
import type { z } from 'zod';
import type { RequisiteFields } from './rules.ts';
import type { Payee } from './store/payees.ts';
import type { Requisite } from './store/requisites.ts';

/** The methods that a requisite accepts, as a list shows them. */
function requisiteType({ isSbp, isC2c }: { isSbp: boolean; isC2c: boolean }): string {
  const methods = [...(isSbp ? ['СБП'] : []), ...(isC2c ? ['C2C'] : [])];
  return methods.join(', ') || '—';
}

export const toRequisite = (requisite: Requisite): z.output<typeof calls.getRequisite.response> => ({
  id: requisite.id,
  name: requisite.name,
  fio: requisite.fio,
  phone: requisite.phone,
  bank_account: requisite.bankAccount,
  last_4_digits_card: requisite.last4,
  bank_type: { id: requisite.bankId, name: requisite.bankName },
  payee_version: requisite.payeeVersion,
  is_sbp: requisite.isSbp,
  is_c2c: requisite.isC2c,
  requisite_type: requisiteType(requisite),
  is_active: requisite.isActive,
  paused:
    requisite.pausedAt !== null && requisite.pausedBy !== null
      ? { at: requisite.pausedAt, notification: requisite.pausedBy }
      : null,
  interval: requisite.intervalMinutes,
  min_amount: requisite.minAmount,
  max_amount: requisite.maxAmount,
  max_deals: requisite.maxDeals,
  max_current_deals: requisite.maxCurrentDeals,
  work_on_time: requisite.workOnTime,
  time_up: requisite.timeUp,
  time_down: requisite.timeDown,
  current_deals_count: requisite.currentDealsCount,
  sum_deals: requisite.sumDeals,
  total_deals_count: requisite.totalDealsCount,
  total_deals_amount_countable: requisite.totalDealsAmount,
  today_deals_amount_countable: requisite.todayDealsAmount,
  cabinet: requisite.cabinetId === null ? null : { id: requisite.cabinetId, device_name: requisite.deviceName ?? '' },
});

/** A version of a requisite's bank data. */
export const toVersion = (payee: Payee) => ({
  version: payee.version,
  created_at: payee.createdAt,
  changed_by: payee.changedBy,
  bank_name: payee.bankName,
  fio: payee.fio,
  phone: payee.phone,
  bank_account: payee.bankAccount,
  last_4_digits_card: payee.last4,
});

export const fromBody = (body: z.output<typeof calls.createRequisite.body>): Required<RequisiteFields> => ({
  bankId: body.bank_type,
  name: body.name,
  fio: body.fio,
  phone: body.phone,
  bankAccount: body.bank_account,
  last4: body.last_4_digits_card,
  isSbp: body.is_sbp,
  isC2c: body.is_c2c,
  intervalMinutes: body.interval,
  minAmount: body.min_amount,
  maxAmount: body.max_amount,
  maxDeals: body.max_deals,
  maxCurrentDeals: body.max_current_deals,
  workOnTime: body.work_on_time,
  timeUp: body.time_up,
  timeDown: body.time_down,
});
