import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { after, DAY, HOUR, MINUTE, moscowMidnight } from '../../kernel/clock.ts';
import { ApiError } from '../../kernel/errors.ts';
import { type Facts, lastFour } from '../audit/index.ts';

/** The trader's part of a requisite. In a limit, 0 is no limit. */
export interface RequisiteFields {
  bankId: number;
  name: string;
  fio: string;
  phone: string;
  bankAccount: string;
  last4: string;
  isSbp: boolean;
  isC2c: boolean;
  intervalMinutes: number;
  /** Kopecks. */
  minAmount: bigint;
  maxAmount: bigint;
  maxDeals: number;
  maxCurrentDeals: number;
  /** Whether it is switched by time: at `timeUp` on, at `timeDown` off, `HH:MM` in Moscow. */
  workOnTime?: boolean;
  timeUp?: string | null;
  timeDown?: string | null;
}

const BANK_DATA = ['bankId', 'fio', 'phone', 'bankAccount', 'last4'] as const satisfies (keyof RequisiteFields)[];
/** What a payer is shown of a requisite. */
export type BankData = Pick<RequisiteFields, (typeof BANK_DATA)[number]>;

/** Whether two sets of bank data are the same, to the letter: a payer sees every letter. */
export const isSameBankData = (a: BankData, b: BankData): boolean => BANK_DATA.every((name) => a[name] === b[name]);

interface State extends Required<RequisiteFields> {
  payeeVersion: number;
  bankName: string;
  isActive: boolean;
  isArchived: boolean;
  cabinetId: string | null;
  currentDealsCount: number;
  sumDeals: bigint;
}

/** What the journal keeps of a requisite: of bank data the last four, and the version that has them whole. */
export const factsOf = (requisite: State): Facts => ({
  name: requisite.name,
  bank: requisite.bankName,
  fio: requisite.fio,
  phone: lastFour(requisite.phone),
  bank_account: lastFour(requisite.bankAccount),
  last_4_digits_card: requisite.last4,
  payee_version: requisite.payeeVersion,
  is_sbp: requisite.isSbp,
  is_c2c: requisite.isC2c,
  interval: requisite.intervalMinutes,
  min_amount_rub: formatMinorUnits(requisite.minAmount, SCALE.rub),
  max_amount_rub: formatMinorUnits(requisite.maxAmount, SCALE.rub),
  max_deals: requisite.maxDeals,
  max_current_deals: requisite.maxCurrentDeals,
  schedule: requisite.workOnTime ? `${requisite.timeUp ?? '–'} – ${requisite.timeDown ?? '–'}` : null,
  is_active: requisite.isActive,
  is_archived: requisite.isArchived,
  cabinet: requisite.cabinetId,
  current_deals_count: requisite.currentDealsCount,
  sum_deals_rub: formatMinorUnits(requisite.sumDeals, SCALE.rub),
});

const plural = new Intl.PluralRules('ru');
const ACTIVE_ORDERS: Partial<Record<Intl.LDMLPluralRule, string>> = {
  one: 'активный заказ',
  few: 'активных заказа',
  many: 'активных заказов',
};

/** 409 with the number of orders whose payers are being sent to the bank data now. */
export class ActiveOrders extends ApiError {
  override readonly more: Record<string, unknown>;

  constructor(count: number) {
    const orders = `${count} ${ACTIVE_ORDERS[plural.select(count)] ?? ''}`;
    super(
      409,
      'active_orders',
      `По реквизиту ${orders}. Банковские данные можно изменить, когда активных не останется`,
    );
    this.more = { active_orders: count };
  }
}

/** Checks fields against each other: errors by the field's name on the wire, none when they are sound. */
export function errorsOf(fields: Required<RequisiteFields>): Record<string, string[]> {
  const { minAmount: min, maxAmount: max, workOnTime, timeUp: up, timeDown: down } = fields;
  return {
    // 0 is no limit.
    ...(max > 0n && min > max && { max_amount: ['Максимальная сумма должна быть не меньше минимальной'] }),
    ...(workOnTime && up === null && { time_up: ['Укажите время включения'] }),
    ...(workOnTime && down === null && { time_down: ['Укажите время выключения'] }),
    ...(workOnTime && up !== null && up === down && { time_down: ['Время выключения совпадает с временем включения'] }),
  };
}

/** The times at which a requisite is switched on and off, each day in Moscow, `HH:MM`. Either may come first. */
export interface Schedule {
  timeUp: string;
  timeDown: string;
}

interface Switch {
  at: Date;
  isOn: boolean;
}

/** Every switch of three days in Moscow, yesterday to tomorrow, in order of time. */
function switchesAround(at: Date, { timeUp, timeDown }: Schedule): Switch[] {
  const today = moscowMidnight(at);
  return [-DAY, 0, DAY]
    .flatMap((day) => [
      { at: after(today, day + sinceMidnight(timeUp)), isOn: true },
      { at: after(today, day + sinceMidnight(timeDown)), isOn: false },
    ])
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function sinceMidnight(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR + minutes * MINUTE;
}

/** The last word of the schedule, at this moment or before it. */
export function isOnBySchedule(at: Date, schedule: Schedule): boolean {
  return switchesAround(at, schedule).findLast((each) => each.at <= at)?.isOn ?? false;
}

/** The next switch after this moment. */
export function nextSwitch(at: Date, schedule: Schedule): Date {
  const next = switchesAround(at, schedule).find((each) => each.at > at);
  if (next === undefined) throw new Error('A schedule has a switch every day');
  return next.at;
}

/** The next switch of a requisite after this moment; null without a schedule. */
export const switchAtOf = (
  at: Date,
  { workOnTime, timeUp, timeDown }: Pick<RequisiteFields, 'workOnTime' | 'timeUp' | 'timeDown'>,
): Date | null => (workOnTime && timeUp && timeDown ? nextSwitch(at, { timeUp, timeDown }) : null);
