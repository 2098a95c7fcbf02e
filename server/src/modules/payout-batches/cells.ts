import { SCALE, parseMinorUnits } from '@kantor/contract/plain/money.ts';
import { SBP_MEMBERS } from '@kantor/contract/plain/sbp-members.ts';

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
  return 'number' in cell ? String(cell.number) : cell.date;
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
  /^(\d+)(?:[.,](\d{1,2}))?$/,
  // 1 500,00
  /^(\d{1,3}(?: \d{3})+)(?:[.,](\d{1,2}))?$/,
  // 1,500.00 · 1.500,00: the mark of the kopecks is the other one
  /^(\d{1,3}(?:,\d{3})+)\.(\d{1,2})$/,
  /^(\d{1,3}(?:\.\d{3})+),(\d{1,2})$/,
];
const AMBIGUOUS = /^\d{1,3}[.,]\d{3}$/;

/** All that is written between digits is one space; the sign of the rouble behind them goes. */
const tidied = (text: string) =>
  text
    .replaceAll(/[\s\u{A0}\u{202F}\u{2009}]+/gu, ' ')
    .replace(/\s?(?:₽|руб\.?|р\.|rub)$/i, '')
    .replace(/^'/, '')
    .trim();

/** A sum as people and spreadsheets write it, in kopecks. */
export function readAmount(cell: Cell): ReadCell<bigint> {
  if (typeof cell === 'object' && 'date' in cell) return fault(`${IS_DATE}, а нужна сумма`);
  // A spreadsheet reckons in fractions of two: 1500.3 may be 1500.3000000000002.
  const written = typeof cell === 'string' ? cell : String(Number(cell.number.toPrecision(KEPT_DIGITS)));
  const text = tidied(written);
  if (text === '') return fault('укажите сумму');
  if (/^[-−–]/.test(text)) return fault('сумма должна быть больше нуля');
  if (DATE.test(text)) return fault(`${IS_DATE}, а нужна сумма`);
  const long = expanded(text);
  if (long !== undefined && long.digits.length <= KEPT_DIGITS && long.fraction.length <= 2)
    return amountOf(long.digits, long.fraction);
  if (AMBIGUOUS.test(text)) return fault(`непонятно, «${text}» — это тысячи или доли рубля. Уберите разделитель тысяч`);
  for (const form of NUMBERS) {
    const [, whole, fraction = ''] = form.exec(text) ?? [];
    if (whole !== undefined) return amountOf(whole.replaceAll(/[ .,]/g, ''), fraction);
  }
  return fault(`«${text.slice(0, 30)}» — не сумма: нужны рубли, не больше двух знаков после запятой`);
}

function amountOf(whole: string, fraction: string): ReadCell<bigint> {
  const value = parseMinorUnits(fraction === '' ? whole : `${whole}.${fraction}`, SCALE.rub);
  if (value === undefined) return fault('такой большой суммы не бывает');
  return value > 0n ? { value } : fault('сумма должна быть больше нуля');
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

const letters = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
/** Without what banks are called by the way. */
const core = (name: string) =>
  letters(
    name
      .toLowerCase()
      .replaceAll(/["«»“”()]/g, ' ')
      .replaceAll(/(?<!\p{L})(?:пао|ао|ооо|кб|акб|банк)(?!\p{L})/gu, ' '),
  ).replace(/банк$/, '');

/** Former names, and those that people use. */
const ALSO: Readonly<Record<string, string>> = {
  сбер: '100000000111',
  тинькофф: '100000000004',
  тинькоффбанк: '100000000004',
  tbank: '100000000004',
  tinkoff: '100000000004',
  sber: '100000000111',
  sberbank: '100000000111',
  vtb: '100000000005',
  псб: '100000000010',
  мкб: '100000000025',
};

/** Members by what they may be called; what several are called by is nobody's. */
const BY_NAME = new Map<string, string | undefined>();
for (const write of [core, letters])
  for (const [id, name] of SBP_MEMBERS) {
    const key = write(name);
    if (key.length > 1)
      BY_NAME.set(key, BY_NAME.has(key) && BY_NAME.get(key) !== id && write === core ? undefined : id);
  }

/** The bank of a recipient by its name or its id; none is null. */
export function readBank(cell: Cell): ReadCell<string | null> {
  const read = readText(cell);
  if ('fault' in read) return read;
  const { value } = read;
  if (value === '') return { value: null };
  if (/^\d{12}$/.test(value)) return { value };
  const id = BY_NAME.get(letters(value)) ?? ALSO[letters(value)] ?? BY_NAME.get(core(value));
  return id === undefined ? fault(`банка «${value.slice(0, 60)}» нет среди участников СБП`) : { value: id };
}
