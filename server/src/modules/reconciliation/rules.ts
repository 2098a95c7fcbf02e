import {
  FIELDS_OF,
  MEANINGS,
  MEANT,
  type Pile,
  type ReconciledObject,
  type ReconciliationField,
  type ReconciliationKind,
} from '@kantor/contract/plain/reconciliations.ts';
import { SCALE, type Scale } from '@kantor/contract/plain/money.ts';
import { ORDER_STATUS_TEXT, PAYOUT_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import {
  type Cell,
  type Columns,
  type DecimalMark,
  type ReadCell,
  readDigits,
  readMoment,
  readSum,
  readText,
  type Span,
  type TableRow,
} from '../tables/index.ts';

export type FileColumns = Columns<ReconciliationField>;

/** The places of a kind's sums: a wallet's statement is in USDT, all others in roubles. */
export const scaleOf = (kind: ReconciliationKind): Scale => (kind === 'wallet' ? SCALE.usdt : SCALE.rub);

/** What columns are called, the surest first. */
export const CALLED: Readonly<Record<ReconciliationKind, Readonly<Record<ReconciliationField, readonly string[]>>>> =
  (() => {
    const amount = [
      'сумма',
      'суммаруб',
      'суммаоперации',
      'приход',
      'зачисление',
      'amount',
      'sum',
      'total',
      'value',
      'quantity',
    ];
    const date = [
      'дата',
      'датаоперации',
      'датаивремя',
      'создан',
      'оплачен',
      'date',
      'datetime',
      'time',
      'createdat',
      'timestamp',
    ];
    const own = {
      key: ['вашномер', 'номермагазина', 'externalid', 'номерзаказа', 'номервыплаты', 'orderid', 'номер', 'id'],
      amount,
      fee: ['комиссия', 'комиссияusdt', 'feeinusdt', 'fee', 'commission'],
      state: ['статус', 'состояние', 'status', 'state'],
      date,
      tail: [],
    };
    const tail = ['карта', 'счет', 'счёт', 'номеркарты', 'номерсчета', 'последние', 'card', 'account'];
    const wallet = {
      key: ['хэш', 'хеш', 'транзакция', 'txhash', 'txid', 'hash', 'transactionhash', 'transactionid'],
      amount,
      fee: [],
      state: [],
      date,
      tail: [],
    };
    return { orders: own, payouts: own, bank: { key: [], amount, fee: [], state: [], date, tail }, wallet };
  })();

const normal = (word: string) => word.toLowerCase().replaceAll(/\s+/g, ' ').trim();

/** Words that shops write for states, beside our own. */
const PLAIN: Readonly<Record<'orders' | 'payouts', readonly (readonly [string, string])[]>> = {
  orders: [
    ...Object.entries(ORDER_STATUS_TEXT).flatMap(
      ([status, text]) =>
        [
          [status, status],
          [text, status],
        ] as const,
    ),
    ...['оплачен', 'оплачено', 'успешно', 'paid', 'success', 'succeeded', 'completed', 'done'].map(
      (word) => [word, 'CLOSED'] as const,
    ),
    ...['просрочен', 'истек', 'timeout'].map((word) => [word, 'EXPIRED'] as const),
    ...['отменен', 'cancelled', 'canceled'].map((word) => [word, 'DECLINED'] as const),
    ...['не оплачен', 'unpaid', 'failed', 'ошибка'].map((word) => [word, 'UNPAID'] as const),
    ...['ожидает', 'новый', 'new', 'pending', 'waiting'].map((word) => [word, 'ACTIVE'] as const),
  ],
  payouts: [
    ...Object.entries(PAYOUT_STATUS_TEXT).flatMap(
      ([status, text]) =>
        [
          [status, status],
          [text, status],
        ] as const,
    ),
    ...['выплачен', 'выплачено', 'оплачен', 'успешно', 'paid', 'success', 'succeeded', 'completed', 'closed'].map(
      (word) => [word, 'DONE'] as const,
    ),
    ...['отменен', 'canceled', 'declined', 'failed', 'ошибка', 'returned'].map((word) => [word, 'CANCELLED'] as const),
    ...['ожидает', 'в обработке', 'новый', 'new', 'pending', 'processing'].map((word) => [word, 'UNDONE'] as const),
  ],
};

export type Words = Readonly<Record<string, string>>;
const hasStates = (kind: ReconciliationKind): kind is 'orders' | 'payouts' => kind === 'orders' || kind === 'payouts';

/** What words of a file mean: as they were named before, else as such words are plain. */
export function guessMeanings(kind: ReconciliationKind, texts: readonly string[], remembered: Words): Words {
  if (!hasStates(kind)) return {};
  const plain = new Map(PLAIN[kind].map(([word, meaning]) => [normal(word), meaning]));
  return Object.fromEntries(
    texts.flatMap((text) => {
      const meaning = remembered[normal(text)] ?? plain.get(normal(text));
      return meaning === undefined ? [] : [[text, meaning] as const];
    }),
  );
}

/** Words as they are remembered; undefined when one means what nothing of the kind can be. */
export function readWords(kind: ReconciliationKind, words: Words): ReadonlyMap<string, string> | undefined {
  const isKnown = (meaning: string) => hasStates(kind) && MEANINGS[kind].includes(meaning);
  if (!Object.values(words).every((meaning) => isKnown(meaning))) return undefined;
  return new Map(Object.entries(words).map(([word, meaning]) => [normal(word), meaning]));
}

/** A row of the file that takes part. Minor units. */
export interface Theirs {
  line: number;
  /** As it is compared; empty of a bank's statement. */
  key: string;
  amount: bigint;
  fee: bigint | null;
  word: string | null;
  span: Span | null;
  tail: string | null;
}

/** A row of the file that takes none. */
export interface LeftOut {
  line: number;
  key: string;
  amount: bigint | null;
  reason: string;
}

export interface Reading {
  kind: ReconciliationKind;
  fields: readonly ReconciliationField[];
  heads: readonly string[];
  marks: readonly (DecimalMark | null)[];
}

/** The fields of a kind that have a column, in their order, and their places. */
export const namedFields = (kind: ReconciliationKind, columns: FileColumns) =>
  FIELDS_OF[kind].all.flatMap((field) => {
    const place = columns[field];
    return place === null ? [] : [{ field, place }];
  });

const HASH = /^(?:0x)?[0-9a-f]{64}$/i;

function readKey(kind: ReconciliationKind, cell: Cell): ReadCell<string> {
  const read = kind === 'wallet' ? readText(cell) : readDigitsOrText(cell);
  if ('fault' in read) return read;
  if (read.value === '') return { fault: kind === 'wallet' ? 'укажите хэш' : 'укажите номер' };
  if (kind !== 'wallet') return read.value.length > 128 ? { fault: 'номер длиннее 128 символов' } : read;
  return HASH.test(read.value)
    ? { value: read.value.replace(/^0x/i, '').toLowerCase() }
    : { fault: `«${read.value.slice(0, 20)}» — не хэш: нужны 64 знака` };
}

/** A number that a spreadsheet keeps is its digits, if it has all of them; any text is itself. */
const readDigitsOrText = (cell: Cell): ReadCell<string> =>
  typeof cell === 'object' ? readDigits(cell) : readText(cell);

function readTail(cell: Cell): ReadCell<string | null> {
  const read = readText(cell);
  if ('fault' in read) return read;
  const digits = read.value.replaceAll(/\D/g, '');
  if (read.value === '') return { value: null };
  return digits.length < 4 ? { fault: 'нужны хотя бы 4 цифры карты или счёта' } : { value: digits.slice(-4) };
}

/** Reads one row: what it says, why it takes no part, or what is wrong with it, by line and column. */
export function readRow(row: TableRow, reading: Reading): { theirs: Theirs } | { out: LeftOut } | { faults: string[] } {
  const { kind, fields, heads, marks } = reading;
  const { line, cells } = row;
  const faults: string[] = [];
  const read = <Value>(field: ReconciliationField, by: (cell: Cell, mark: DecimalMark | null) => ReadCell<Value>) => {
    const n = fields.indexOf(field);
    if (n === -1) return undefined;
    const result = by(cells[n] ?? '', marks[n] ?? null);
    if ('value' in result) return result.value;
    faults.push(`Строка ${line}, «${heads[n] || field}»: ${result.fault}`);
    return undefined;
  };
  const isSigned = !hasStates(kind);
  const scale = scaleOf(kind);
  const key = read('key', (cell) => readKey(kind, cell)) ?? '';
  const amount = read('amount', (cell, mark) => readSum(cell, { scale, mark, sign: isSigned ? 'any' : 'positive' }));
  const fee = read<bigint | null>('fee', (cell, mark) =>
    cell === '' ? { value: null } : readSum(cell, { scale: SCALE.usdt, mark, sign: 'zero' }),
  );
  const word = read('state', (cell) => readText(cell));
  const span = read<Span | null>('date', (cell) =>
    cell === '' && kind !== 'bank' ? { value: null } : readMoment(cell),
  );
  const tail = read('tail', readTail);
  if (faults.length > 0 || amount === undefined) return { faults };
  if (kind === 'bank' && amount <= 0n)
    return { out: { line, key, amount, reason: `Строка ${line}: списание, а сверяются зачисления` } };
  return {
    theirs: {
      line,
      key,
      amount: amount < 0n ? -amount : amount,
      fee: fee ?? null,
      word: word || null,
      span: span ?? null,
      tail: tail ?? null,
    },
  };
}

/** What we have. Minor units. */
export interface Ours {
  object: ReconciledObject;
  id: string;
  /** The shop's own number, or the hash; the id where there is none. */
  key: string;
  amount: bigint;
  /** Micro-USDT; null where nobody speaks of it. */
  fee: bigint | null;
  state: string;
  /** The moment by which it belongs to a period. */
  at: Date;
}

export interface Comparison {
  /** What the words of the column of states mean, in their normal form; null: states are not compared. */
  words: ReadonlyMap<string, string> | null;
  tolerance: bigint;
  feeTolerance: bigint;
}

const apart = (one: bigint, other: bigint, most: bigint) => (one > other ? one - other : other - one) > most;

function isOtherState(word: string | null, state: string, words: Comparison['words']): boolean {
  if (word === null || words === null) return false;
  const meaning = words.get(normal(word)) ?? 'IGNORE';
  return meaning !== 'IGNORE' && !(MEANT[meaning] ?? [meaning]).includes(state);
}

/** The pile of a pair. */
export function pileOf(theirs: Theirs, ours: Ours, { words, tolerance, feeTolerance }: Comparison): Pile {
  if (apart(theirs.amount, ours.amount, tolerance)) return 'amount';
  if (isOtherState(theirs.word, ours.state, words)) return 'state';
  const isOtherFee = theirs.fee !== null && ours.fee !== null && apart(theirs.fee, ours.fee, feeTolerance);
  return isOtherFee ? 'fee' : 'match';
}

/** The words of states that nobody has given a meaning. */
export const unknownWords = (rows: readonly Theirs[], words: ReadonlyMap<string, string>): string[] => [
  ...new Set(rows.flatMap(({ word }) => (word !== null && !words.has(normal(word)) ? [word] : []))),
];

export const meaningsToKeep = (words: ReadonlyMap<string, string>): Words => Object.fromEntries(words);
