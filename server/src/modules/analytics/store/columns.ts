import { type RawBuilder, sql } from 'kysely';

/** The figures of a row of `rollup` (migrations/200), by their columns: numbers of orders and appeals, kopecks, micro-USDT. */
export interface Figures {
  issued: bigint;
  issued_amount: bigint;
  closed: bigint;
  late: bigint;
  expired: bigint;
  declined: bigint;
  lost_amount: bigint;
  paid: bigint;
  reversed: bigint;
  reversed_amount: bigint;
  earned: bigint;
  fee: bigint;
  appeals: bigint;
  appeals_won: bigint;
}

export const NO_FIGURES: Figures = {
  issued: 0n,
  issued_amount: 0n,
  closed: 0n,
  late: 0n,
  expired: 0n,
  declined: 0n,
  lost_amount: 0n,
  paid: 0n,
  reversed: 0n,
  reversed_amount: 0n,
  earned: 0n,
  fee: 0n,
  appeals: 0n,
  appeals_won: 0n,
};

const COLUMNS = Object.keys(NO_FIGURES) as (keyof Figures)[];

/** A list of all columns, each written in a way. */
export const eachColumn = (write: (column: RawBuilder<unknown>) => RawBuilder<unknown>, by = sql`, `) =>
  sql.join(
    COLUMNS.map((column) => write(sql.ref(column))),
    by,
  );

export const columns = eachColumn((column) => column);
/** Of whole rows; PostgreSQL adds bigints up to a numeric. */
export const sums = eachColumn((column) => sql`sum(${column})::bigint as ${column}`);
export const isNothing = sql`(${eachColumn((column) => sql`${column} = 0`, sql` and `)})`;

const add = (a: Figures, b: Figures): Figures =>
  Object.fromEntries(COLUMNS.map((column) => [column, a[column] + b[column]])) as unknown as Figures;

export const addAll = (rows: readonly Figures[]): Figures => rows.reduce(add, NO_FIGURES);
