import { parseMinorUnits, SCALE, type Scale } from '@kantor/contract/plain/money.ts';
import { after, DAY, dayStart, HOUR, MINUTE } from '../../kernel/clock.ts';

/** A cell as it stands in the file: a text, a number as the spreadsheet keeps it, a date. */
export type Cell = string | { number: number } | { date: string };

export interface TableRow {
  /** As the spreadsheet counts it. */
  line: number;
  cells: Cell[];
}

/** A cell as it is shown. */
export const textOf = (cell: Cell): string => {
  if (typeof cell === 'string') return cell;
  return 'number' in cell ? String(cell.number) : cell.date.replace('T', ' ');
};

/** What a cell means, or what is wrong with it: the rest of a sentence. */
export type ReadCell<Value> = { value: Value } | { fault: string };

const fault = (text: string) => ({ fault: text });

const IS_DATE = 'здесь дата';
const DATE = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{4}-\d{2}-\d{2}$/;
/** As spreadsheets write long numbers, also where the letter is Russian. */
const EXPONENT = /^(\d+)(?:[.,](\d+))?[eе]\+?(\d{1,2})$/i;
/** Digits of a number that a spreadsheet keeps. */
const KEPT_DIGITS = 15;

/** The digits of a number with an exponent; `isExact`: all of them were written. */
function expanded(text: string): { digits: string; fraction: string; isExact: boolean } | undefined {
  const [, whole = '', part = '', exponent = ''] = EXPONENT.exec(text) ?? [];
  if (exponent === '') return undefined;
  const power = Number(exponent);
  const all = whole + part;
  const length = whole.length + power;
  return {
    digits: all.slice(0, length).padEnd(length, '0'),
    fraction: all.slice(length),
    isExact: all.length >= length,
  };
}

const NUMBERS = [
  // 1500 · 1500,00
  /^(\d+)(?:[.,](\d+))?$/,
  // 1 500,00
  /^(\d{1,3}(?: \d{3})+)(?:[.,](\d+))?$/,
  // 1,500.00 · 1.500,00: the mark of the fraction is the other one
  /^(\d{1,3}(?:,\d{3})+)\.(\d+)$/,
  /^(\d{1,3}(?:\.\d{3})+),(\d+)$/,
];
/** Thousands or a fraction: one mark, three digits behind it, and no nought before it. */
const AMBIGUOUS = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/** All that is written between digits is one space; the sign of the currency behind them goes. */
const tidied = (text: string) =>
  text
    .replaceAll(/[\s\u{A0}\u{202F}\u{2009}]+/gu, ' ')
    .replace(/\s?(?:₽|руб\.?|р\.|rub|usdt)$/i, '')
    .replace(/^'/, '')
    .trim();

/** What stands before a fraction in a column. */
export type DecimalMark = ',' | '.';

/** What stands before the fractions of a column, as far as its cells leave no doubt; null when none does, or they disagree. */
export function decimalMarkOf(cells: Iterable<Cell>): DecimalMark | null {
  let found: DecimalMark | null = null;
  for (const cell of cells) {
    if (typeof cell !== 'string') continue;
    const text = tidied(cell);
    const [, mark, digits = ''] = /([.,])(\d+)$/.exec(text) ?? [];
    if (mark !== ',' && mark !== '.') continue;
    const hasBoth = text.includes(mark === ',' ? '.' : ',');
    if (digits.length === 3 && !hasBoth && !/^[-−–]?0?[.,]/.test(text)) continue;
    if (found !== null && found !== mark) return null;
    found = mark;
  }
  return found;
}

interface SumForm {
  scale: Scale;
  /** What may stand there: `positive` unless told. */
  sign?: 'positive' | 'zero' | 'any';
  /** Of its column. */
  mark?: DecimalMark | null;
}

const PLACES: Readonly<Record<Scale, string>> = {
  2: 'рубли, не больше двух знаков после запятой',
  4: 'число, не больше четырёх знаков после запятой',
  6: 'USDT, не больше шести знаков после запятой',
};

const MINUS = /^[-−–]\s?|^\((?=.*\)$)/;

/** A sum as people and spreadsheets write it, in minor units. */
export function readSum(cell: Cell, form: SumForm): ReadCell<bigint> {
  const { scale, sign = 'positive', mark = null } = form;
  if (typeof cell === 'object' && 'date' in cell) return fault(`${IS_DATE}, а нужна сумма`);
  // A spreadsheet reckons in fractions of two: 1500.3 may be 1500.3000000000002.
  const written = typeof cell === 'string' ? cell : String(Number(cell.number.toPrecision(KEPT_DIGITS)));
  const signed = tidied(written);
  if (signed === '') return fault('укажите сумму');
  const isMinus = MINUS.test(signed);
  if (isMinus && sign !== 'any')
    return fault(sign === 'zero' ? 'сумма не бывает меньше нуля' : 'сумма должна быть больше нуля');
  const text = isMinus ? signed.replace(MINUS, '').replace(/\)$/, '') : signed;
  if (DATE.test(text)) return fault(`${IS_DATE}, а нужна сумма`);
  const read = (whole: string, fraction: string) => {
    const result = unitsOf(whole, fraction, form);
    return 'value' in result && isMinus ? { value: -result.value } : result;
  };
  const long = expanded(text);
  if (long !== undefined && long.digits.length <= KEPT_DIGITS) return read(long.digits, long.fraction);
  const [, head = '', between, tail = ''] = AMBIGUOUS.exec(text) ?? [];
  if (between !== undefined && typeof cell === 'string') {
    if (mark === null)
      return fault(
        `непонятно, «${text}» — это тысячи или доли${scale === SCALE.rub ? ' рубля' : ''}. Уберите разделитель тысяч`,
      );
    return mark === between ? read(head, tail) : read(head + tail, '');
  }
  for (const one of NUMBERS) {
    const [, whole, fraction = ''] = one.exec(text) ?? [];
    if (whole !== undefined) return read(whole.replaceAll(/[ .,]/g, ''), fraction);
  }
  return fault(`«${text.slice(0, 30)}» — не сумма: нужны ${PLACES[scale]}`);
}

/** Noughts at the end of a fraction, with which databases write sums, count for nothing. */
function unitsOf(whole: string, written: string, { scale, sign = 'positive' }: SumForm): ReadCell<bigint> {
  const fraction = written.replace(/0+$/, '');
  if (fraction.length > scale) return fault(`«${whole},${written}» — не сумма: нужны ${PLACES[scale]}`);
  const digits = whole.replace(/^0+(?=\d)/, '');
  const value = parseMinorUnits(fraction === '' ? digits : `${digits}.${fraction}`, scale);
  if (value === undefined) return fault('такой большой суммы не бывает');
  return value > 0n || sign !== 'positive' ? { value } : fault('сумма должна быть больше нуля');
}

/** Kopecks above nought. */
export const readAmount = (cell: Cell): ReadCell<bigint> => readSum(cell, { scale: SCALE.rub });

const DAY_FIRST =
  /^(?<day>\d{1,2})[./-](?<month>\d{1,2})[./-](?<year>\d{4}|\d{2})(?:[ ,T]+(?<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?))?$/;
const YEAR_FIRST =
  /^(?<year>\d{4})[-./](?<month>\d{2})[-./](?<day>\d{2})(?:[ T](?<time>\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?) ?(?<zone>Z|UTC|[+-]\d{2}:?\d{2})?)?$/;

/** From when to when something was, UTC; both are one moment where a time of day is written. */
export interface Span {
  from: Date;
  to: Date;
}

const zoneMs = (zone: string): number => {
  if (!/\d/.test(zone)) return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
};

/** A day, or a moment; Moscow's unless its zone is named. The day comes first, unless the year does. */
export function readMoment(cell: Cell): ReadCell<Span> {
  if (typeof cell === 'object' && 'number' in cell) return fault('здесь число, а нужна дата');
  const text = tidied(typeof cell === 'string' ? cell.replace(/\s*(?:мск|msk)$/i, '') : cell.date);
  if (text === '') return fault('укажите дату');
  const wrong = fault(`«${text.slice(0, 30)}» — не дата: нужны день, месяц и год, например 25.11.2026 14:30`);
  const parts = (DAY_FIRST.exec(text) ?? YEAR_FIRST.exec(text))?.groups;
  if (parts === undefined) return wrong;
  const { year = '', month = '', day = '', time, zone } = parts;
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const start = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, 10) !== date) return wrong;
  if (time === undefined) return { value: { from: dayStart(date), to: after(dayStart(date), DAY - 1) } };
  const [hours = 0, minutes = 0, seconds = 0] = time.replace(',', '.').split(':').map(Number);
  if (hours > 23 || minutes > 59 || seconds >= 60) return wrong;
  const sinceDay = hours * HOUR + minutes * MINUTE + Math.floor(seconds * 1000);
  const moment = zone === undefined ? after(dayStart(date), sinceDay) : after(start, sinceDay - zoneMs(zone));
  return { value: { from: moment, to: moment } };
}

const AS_TEXT = 'задайте столбцу текстовый формат и впишите номер заново';

/** A phone, a card or an account: its digits as they were written. */
export function readDigits(cell: Cell): ReadCell<string> {
  if (typeof cell === 'object' && 'date' in cell) return fault(`${IS_DATE}, а нужен номер`);
  if (typeof cell === 'object') {
    const { number } = cell;
    if (!Number.isInteger(number) || number < 0) return fault('здесь число, а нужен номер');
    if (number >= 10 ** KEPT_DIGITS)
      return fault(`Excel хранит в числе только 15 цифр, остальные потеряны: ${AS_TEXT}`);
    return { value: String(number) };
  }
  const text = tidied(cell);
  if (DATE.test(text) && !/^\d{4}-\d{2}-\d{2}$/.test(text)) return fault(`${IS_DATE}, а нужен номер`);
  const long = expanded(text);
  if (long !== undefined) {
    if (long.isExact && Number(long.fraction) === 0) return { value: long.digits };
    return fault(`Excel сократил номер до «${text}», цифры потеряны: ${AS_TEXT}`);
  }
  // Tables that programs write have numbers with a fraction of nothing.
  return { value: /^\d+[.,]0+$/.test(text) ? text.replace(/[.,]0+$/, '') : text };
}

/** A name, or the shop's own number. */
export function readText(cell: Cell): ReadCell<string> {
  if (typeof cell === 'string') return { value: cell.trim() };
  if ('date' in cell) return fault(`${IS_DATE}, а нужен текст`);
  return { value: String(cell.number) };
}
