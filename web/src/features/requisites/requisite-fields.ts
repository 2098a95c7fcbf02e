import type { Requisite, RequisiteBody } from '@/api/requisites';

/** A requisite as its form holds it: numbers may be absent, times are `HH:MM` or empty, the bank is an option's value. */
export interface RequisiteFields {
  name: string;
  fio: string;
  bank_type: string;
  phone: string;
  bank_account: string;
  last_4_digits_card: string;
  is_sbp: boolean;
  is_c2c: boolean;
  interval: number | null;
  min_amount: number | null;
  max_amount: number | null;
  max_deals: number | null;
  max_current_deals: number | null;
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
  interval: null,
  min_amount: null,
  max_amount: null,
  max_deals: null,
  max_current_deals: null,
  work_on_time: false,
  time_up: '',
  time_down: '',
};

/** 0 is no limit, and so is an empty field. */
const toField = (value: string | number): number | null => Math.trunc(Number(value)) || null;

export const toFields = (requisite: Requisite): RequisiteFields => ({
  name: requisite.name,
  fio: requisite.fio,
  bank_type: String(requisite.bank_type.id),
  phone: requisite.phone,
  bank_account: requisite.bank_account,
  last_4_digits_card: requisite.last_4_digits_card,
  is_sbp: requisite.is_sbp,
  is_c2c: requisite.is_c2c,
  interval: toField(requisite.interval),
  min_amount: toField(requisite.min_amount),
  max_amount: toField(requisite.max_amount),
  max_deals: toField(requisite.max_deals),
  max_current_deals: toField(requisite.max_current_deals),
  work_on_time: requisite.work_on_time,
  time_up: requisite.time_up ?? '',
  time_down: requisite.time_down ?? '',
});

/** Integers as integers, empty times as null. Without a bank the server says what is missing. */
export function toBody({ bank_type: bank, ...fields }: RequisiteFields): RequisiteBody {
  return {
    ...fields,
    interval: fields.interval ?? 0,
    min_amount: fields.min_amount ?? 0,
    max_amount: fields.max_amount ?? 0,
    max_deals: fields.max_deals ?? 0,
    max_current_deals: fields.max_current_deals ?? 0,
    time_up: fields.time_up || null,
    time_down: fields.time_down || null,
    ...((bank !== '' && { bank_type: Number(bank) }) as Pick<RequisiteBody, 'bank_type'>),
  };
}
