import { z } from 'zod';
import { MAX_BANK_ID, MAX_LENGTH } from '../../plain/limits.ts';
import * as routes from '../../plain/platform-actions.ts';
import { text } from '../call.ts';
import { positiveRub, positiveUsdt, rub, usdt } from '../money.ts';
import { actionCalls } from './action.ts';

const basis_points = z.number().int().min(0).max(10_000);
const reason = text(MAX_LENGTH.rejection);

export const createAccount = actionCalls(routes.createAccount, {
  summary: 'Создать трейдера или мерчанта',
  fields: {
    role: z.enum(['trader', 'merchant']),
    username: text(MAX_LENGTH.username),
    /** What a merchant pays, or a trader earns, of an order. */
    basis_points,
    payout_enable: z.boolean().default(false),
  },
  refusals: { username_taken: 409 },
});

export const setFees = actionCalls(routes.setFees, {
  summary: 'Задать комиссию мерчанта или вознаграждение трейдера',
  fields: { basis_points },
  refusals: { platform_account: 409 },
});

/** 0 is no limit; what is not given stays as it is. */
const count = z.number().int().min(0).max(1_000_000).optional();
export const setLimits = actionCalls(routes.setLimits, {
  summary: 'Задать пределы мерчанта',
  fields: { active_orders: count, active_sum: rub.optional(), unpaid_hour: count, requests_second: count },
  refusals: { no_limits: 409 },
});

export const blockAccount = actionCalls(routes.blockAccount, {
  summary: 'Заблокировать кабинет',
  fields: { reason, keep_keys: z.boolean().default(false), keep_phones: z.boolean().default(false) },
  refusals: { platform_account: 409, blocked_already: 409 },
});

export const unblockAccount = actionCalls(routes.unblockAccount, {
  summary: 'Разблокировать кабинет',
  fields: { reason },
  refusals: { not_blocked: 409 },
});

/** The number of an account, or a phone with its bank. */
export const allowAccount = actionCalls(routes.allowAccount, {
  summary: 'Разрешить трейдеру счёт другого трейдера',
  fields: {
    bank_id: z.number().int().min(0).max(MAX_BANK_ID).default(0),
    phone: text(MAX_LENGTH.phone, 0).default(''),
    bank_account: text(MAX_LENGTH.bankAccount, 0).default(''),
  },
  refusals: { no_requisites: 409, nothing_to_allow: 409 },
});

export const disallowAccount = actionCalls(routes.disallowAccount, {
  summary: 'Отозвать разрешение на счёт другого трейдера',
  /** As the trader's page names it. */
  fields: { permit: text(64) },
  refusals: { no_permit: 409, account_shared: 409 },
});

export const depositByHand = actionCalls(routes.depositByHand, {
  summary: 'Зачислить пополнение вручную',
  fields: {
    amount: positiveUsdt,
    /** Such as the transaction's hash: a deposit is credited once under it. */
    reference: text(200),
  },
  refusals: { no_deposits: 409, deposit_known: 409, same_waits: 409 },
});

const amount_usdt = z
  .codec(
    z.string().regex(/^[+-]?\d{1,13}(\.\d{1,6})?$/, 'Укажите сумму со знаком, не больше шести знаков после точки'),
    z.bigint(),
    {
      decode: (value) => (value.startsWith('-') ? -1n : 1n) * usdt.parse(value.replace(/^[+-]/, '')),
      encode: (units) => (units < 0n ? `-${usdt.encode(-units)}` : String(usdt.encode(units))),
    },
  )
  .meta({ example: '-12.50' })
  .refine((units) => units !== 0n, { message: 'Сумма не может быть нулём' });

export const adjustAccount = actionCalls(routes.adjustAccount, {
  summary: 'Предложить поправку счёта',
  fields: {
    account: z.enum(['available', 'earned', 'owed']),
    against: z.enum(['revenue', 'custody']).default('revenue'),
    /** With its sign. */
    amount_usdt,
    reason,
  },
  refusals: { no_account: 409, account_short: 409, debt_smaller: 409, debt_grows: 409 },
});

export const reverseOrder = actionCalls(routes.reverseOrder, {
  summary: 'Предложить возврат по закрытому заказу',
  fields: { amount: positiveRub, reason },
  refusals: { order_status: 409, reversed: 409, reversal_late: 409, reversal_too_much: 409, proposal_waits: 409 },
});

export const acceptProposal = actionCalls(routes.acceptProposal, {
  summary: 'Выполнить то, что предложил другой человек',
  fields: {},
  refusals: { same_operator: 409, proposal_ended: 409, proposal_lapsed: 409 },
});

export const declineProposal = actionCalls(routes.declineProposal, {
  summary: 'Отклонить предложение',
  fields: { reason },
  refusals: { proposal_ended: 409, proposal_lapsed: 409 },
});
