import type { RawBuilder } from 'kysely';

/** A row that breaks an invariant. */
export interface Violation {
  invariant: string;
  table: string;
  /** Its key; the parts of a key of several columns are divided by `/`. */
  row: string;
  problem: string;
}

/**
 * How a check is made of what was made lately alone (decision 138):
 * - `narrowed`: over the tables of `recentTables`. Both sides of what it compares must be there together.
 * - `whole`: as it is, as it reads little.
 * - `left out`: only the whole history tells.
 * - another statement, of what was made since a moment.
 */
type OfRecent = 'narrowed' | 'whole' | 'left out' | ((since: Date) => RawBuilder<unknown>);

export interface Check {
  invariant: string;
  ofRecent: OfRecent;
  /** Selects ("table", row, problem) of every row that breaks it, as text. */
  find: RawBuilder<unknown>;
}
