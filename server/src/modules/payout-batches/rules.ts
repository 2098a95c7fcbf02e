import { BATCH_FIELDS, BATCH_HEADS, type BatchField, type BatchState } from '@kantor/contract/plain/batches.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import { inRoubles, toMicroUsdt } from '../../kernel/money.ts';
import { MINUTE } from '../../kernel/clock.ts';
import { feeOf } from '../ledger/index.ts';
import { judgeRecipient } from '../payouts/index.ts';
import {
  type Cell,
  guessColumns as guess,
  readAmount,
  type ReadCell,
  readDigits,
  readText,
  type TableRow,
} from '../tables/index.ts';
import { readBank } from './bank-names.ts';

/** Which column holds what, by its place from 0; null: none does. */
export type Columns = Record<BatchField, number | null>;

/** Payouts are made at the rate that was shown for so long; what is left waits for somebody who has seen the new one. */
export const RATE_FOR_MS = 10 * MINUTE;

/** What columns are called, the surest first; a head that begins with it is likely one. */
const CALLED: Readonly<Record<BatchField, readonly string[]>> = {
  amount: ['сумма', 'суммавыплаты', 'суммаруб', 'рубли', 'amount', 'sum', 'total'],
  fio: ['фио', 'получатель', 'имяполучателя', 'имя', 'фамилия', 'recipient', 'fullname', 'name', 'beneficiary'],
  phone: ['телефон', 'номертелефона', 'моб', 'phone', 'mobile', 'msisdn'],
  bank_account: [
    'номерсчета',
    'номерсчёта',
    'номеркарты',
    'карта',
    'счет',
    'счёт',
    'реквизит',
    'bankaccount',
    'account',
    'card',
    'pan',
    'cardnumber',
  ],
  recipient_bank: ['банкполучателя', 'банк', 'recipientbank', 'bank', 'bankname'],
  external_id: ['вашномер', 'внешнийид', 'externalid', 'номерзаявки', 'номервыплаты', 'orderid', 'id'],
};

/** The columns as the heads tell them: as the merchant last named heads of these names, else as they are usually called. */
export const guessColumns = (heads: readonly string[], remembered: Partial<Record<BatchField, string>>): Columns =>
  guess(BATCH_FIELDS, { heads, remembered, called: CALLED });

/** A row that may become a payout. */
export interface RowTerms {
  /** Kopecks. */
  amount: bigint;
  isSbp: boolean;
  fio: string;
  phone: string;
  bankAccount: string;
  recipientBank: string | null;
  externalId: string | null;
}

export type JudgedRow = { line: number; warnings: string[] } & (
  | { faults: []; terms: RowTerms }
  | { faults: [string, ...string[]]; terms: null; amount: bigint | null }
);

/** What `POST /payouts` takes; a row's own number may be left out. */
const BODY = createMerchantPayout.body.partial({ external_id: true });

/** Reads one row by the rules of `POST /payouts`. */
export function judgeRow(
  { line, cells }: TableRow,
  { heads, columns, minAmount }: { heads: readonly string[]; columns: Columns; minAmount: bigint },
): JudgedRow {
  const faults: string[] = [];
  const blame = (field: BatchField, text: string) => {
    const place = columns[field];
    const head = (place === null ? '' : heads[place]) || BATCH_HEADS[field];
    const said = text.charAt(0).toLowerCase() + text.slice(1);
    faults.push(`Строка ${line}, «${head}»: ${/^(?:Excel|СБП)/.test(text) ? text : said}`);
  };
  const read = <Value>(field: BatchField, by: (cell: Cell) => ReadCell<Value>): Value | undefined => {
    const place = columns[field];
    const result = by(place === null ? '' : (cells[place] ?? ''));
    if ('value' in result) return result.value;
    blame(field, result.fault);
    return undefined;
  };
  const amount = read('amount', readAmount);
  const fio = read('fio', readText);
  const phone = read('phone', readDigits);
  const account = read('bank_account', readDigits);
  const bank = read('recipient_bank', readBank);
  const number = read('external_id', readText);
  const isSbp = account === '';
  const parsed = BODY.safeParse({
    amount: formatMinorUnits(amount ?? minAmount, SCALE.rub),
    method: isSbp ? 'sbp' : 'c2c',
    fio: fio ?? '–',
    phone: phone ?? '',
    bank_account: account ?? '',
    recipient_bank: bank ?? null,
    ...(number && { external_id: number }),
  });
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) blame(path[0] as BatchField, message);
    return { line, warnings: [], faults: atLeastOne(faults), terms: null, amount: amount ?? null };
  }
  const { data } = parsed;
  const typed = {
    isSbp,
    fio: data.fio,
    phone: data.phone,
    bankAccount: data.bank_account,
    recipientBank: bank ?? null,
  };
  const { recipient, errors } = judgeRecipient(typed, data.amount, minAmount);
  const isRead = { amount, fio, phone, bank_account: account, recipient_bank: bank } as Record<string, unknown>;
  for (const { field, fault } of errors) if (isRead[field] !== undefined) blame(field as BatchField, fault);
  if (faults.length > 0) return { line, warnings: [], faults: atLeastOne(faults), terms: null, amount: amount ?? null };
  return {
    line,
    warnings: [],
    faults: [],
    terms: { ...recipient, amount: data.amount, externalId: data.external_id ?? null },
  };
}

const atLeastOne = ([first = '', ...rest]: string[]): [string, ...string[]] => [first, ...rest];

/** Who is paid how much, whatever they are called; by a card alone, where there is one. */
const samePaid = ({ phone, bankAccount, amount }: RowTerms) => `${bankAccount || phone}/${amount}`;

/** What rows give pause by each other: the same person and sum twice; a number twice is a fault, as the second would be refused. */
export function compareRows(
  rows: readonly JudgedRow[],
  alike: ReadonlySet<number>,
  taken: ReadonlySet<string>,
): JudgedRow[] {
  const lines = new Map<string, number>();
  const numbers = new Map<string, number>();
  return rows.map((row, place) => {
    if (row.terms === null) return row;
    const { terms, line } = row;
    const warnings: string[] = [];
    const before = lines.get(samePaid(terms));
    if (before === undefined) lines.set(samePaid(terms), line);
    else warnings.push(`Строка ${line}: тот же получатель и та же сумма, что в строке ${before}`);
    if (alike.has(place))
      warnings.push(
        `Строка ${line}: этому получателю уже была выплата на ${inRoubles(terms.amount)} за последние 30 дней`,
      );
    const { externalId } = terms;
    if (externalId !== null) {
      const first = numbers.get(externalId);
      const said = first === undefined ? 'выплата с этим номером уже есть' : `этот номер уже в строке ${first}`;
      if (first !== undefined || taken.has(externalId))
        return {
          line,
          warnings: [],
          faults: [`Строка ${line}, «${BATCH_HEADS.external_id}»: ${said}`],
          terms: null,
          amount: terms.amount,
        };
      numbers.set(externalId, line);
    }
    return { ...row, warnings };
  });
}

/** So many rows of one sum. */
export interface SumCount {
  amount: bigint;
  count: bigint;
}

export interface Sums {
  count: number;
  amount: bigint;
  amountUsdt: bigint;
  fee: bigint;
}

/** What rows come to, to the micro-USDT: each is rounded by itself, as its payout is. Without a rate, roubles alone. */
export function sumsOf(rows: readonly SumCount[], { rate, feeBp }: { rate: bigint | null; feeBp: number }): Sums {
  let sums = { count: 0, amount: 0n, amountUsdt: 0n, fee: 0n };
  for (const { amount, count } of rows) {
    const usdt = rate === null ? 0n : toMicroUsdt(amount, rate);
    sums = {
      count: sums.count + Number(count),
      amount: sums.amount + amount * count,
      amountUsdt: sums.amountUsdt + usdt * count,
      fee: sums.fee + feeOf(usdt, { feeBp }) * count,
    };
  }
  return sums;
}

/** The facts that decide what a person may do with a batch. */
export interface BatchFacts {
  state: BatchState;
  madeBy: string;
  startedBy: string | null;
  isPruned: boolean;
  ready: number;
  failed: number;
}

/** What a person may do; whether it is theirs to do at all, their rights say. */
export function actionsOf(
  { state, madeBy, startedBy, isPruned, ready, failed }: BatchFacts,
  person: string | undefined,
) {
  return {
    canMap: state === 'columns' || state === 'checked',
    canStart: state === 'checked' && ready > 0,
    canApprove: state === 'waiting' && person !== undefined && person !== madeBy && person !== startedBy,
    canStop: state === 'running',
    canResume: state === 'stopped' || (state === 'done' && failed > 0 && !isPruned),
    canCancel: state === 'columns' || state === 'checked' || state === 'waiting',
  };
}

/** Which of these can be held, in their order, of what is available. */
export function affordable<Row extends { amount: bigint }>(
  rows: readonly Row[],
  available: bigint,
  { rate, feeBp }: { rate: bigint; feeBp: number },
): { fit: Row[]; short: Row[] } {
  let left = available;
  const [fit, short]: [Row[], Row[]] = [[], []];
  for (const row of rows) {
    const usdt = toMicroUsdt(row.amount, rate);
    const held = usdt + feeOf(usdt, { feeBp });
    if (held > left) short.push(row);
    else {
      left -= held;
      fit.push(row);
    }
  }
  return { fit, short };
}
