import { textOf } from '@/shared/lib/text-of';
import { isMoneyOrNone, toMoneyInput, wholeAmount } from '@/shared/form/money-input';
import type { Requisite, RequisiteBody } from '@/api/requisites';

/** A requisite as its form holds it: numbers are as typed, times are `HH:MM` or empty, the bank is an option's value. */
export interface RequisiteFields {
  name: string;
  fio: string;
  bank_type: string;
  phone: string;
  bank_account: string;
  last_4_digits_card: string;
  is_sbp: boolean;
  is_c2c: boolean;
  interval: string;
  min_amount: string;
  max_amount: string;
  max_deals: string;
  max_current_deals: string;
  work_on_time: boolean;
  time_up: string;
  time_down: string;
}

export const BLANK: RequisiteFields = {
  name: '',
  fio: '',
  bank_type: '',
  phone: '',
  bank_account: '',
  last_4_digits_card: '',
  is_sbp: false,
  is_c2c: false,
  interval: '',
  min_amount: '',
  max_amount: '',
  max_deals: '',
  max_current_deals: '',
  work_on_time: false,
  time_up: '',
  time_down: '',
};

const LIMITS = {
  interval: 'count',
  min_amount: 'wholeRub',
  max_amount: 'wholeRub',
  max_deals: 'count',
  max_current_deals: 'count',
} as const;
const LIMIT_NAMES = Object.keys(LIMITS) as (keyof typeof LIMITS)[];

/** Whether every number is one, or absent. */
export const areLimitsGood = (fields: RequisiteFields): boolean =>
  LIMIT_NAMES.every((name) => isMoneyOrNone(fields[name], LIMITS[name]));

/** 0 is no limit, and so is an empty field. */
const numberOf = (value: unknown): string =>
  (typeof value === 'string' || typeof value === 'number') && Number(value) !== 0 ? toMoneyInput(value) : '';
const bankOf = ({ bank_type: bank }: { bank_type: { id?: unknown } | null }): string =>
  typeof bank?.id === 'number' || typeof bank?.id === 'string' ? String(bank.id) : '';

export const toFields = (requisite: Requisite): RequisiteFields => ({
  name: textOf(requisite.name),
  fio: textOf(requisite.fio),
  bank_type: bankOf(requisite),
  phone: textOf(requisite.phone),
  bank_account: textOf(requisite.bank_account),
  last_4_digits_card: textOf(requisite.last_4_digits_card),
  is_sbp: requisite.is_sbp,
  is_c2c: requisite.is_c2c,
  interval: numberOf(requisite.interval),
  min_amount: numberOf(requisite.min_amount),
  max_amount: numberOf(requisite.max_amount),
  max_deals: numberOf(requisite.max_deals),
  max_current_deals: numberOf(requisite.max_current_deals),
  work_on_time: requisite.work_on_time,
  time_up: textOf(requisite.time_up),
  time_down: textOf(requisite.time_down),
});

/** Integers as integers, empty times as null. Without a bank the server says what is missing. */
export function toBody({ bank_type: bank, ...fields }: RequisiteFields): RequisiteBody {
  return {
    ...fields,
    interval: wholeAmount(fields.interval, LIMITS.interval),
    min_amount: wholeAmount(fields.min_amount, LIMITS.min_amount),
    max_amount: wholeAmount(fields.max_amount, LIMITS.max_amount),
    max_deals: wholeAmount(fields.max_deals, LIMITS.max_deals),
    max_current_deals: wholeAmount(fields.max_current_deals, LIMITS.max_current_deals),
    time_up: fields.time_up || null,
    time_down: fields.time_down || null,
    ...((bank !== '' && { bank_type: Number(bank) }) as Pick<RequisiteBody, 'bank_type'>),
  };
}
