import type { RawBuilder } from 'kysely';

/** A row that breaks an invariant. */
export interface Violation {
  invariant: string;
  table: string;
  /** Its key; the parts of a key of several columns are divided by `/`. */
  row: string;
  problem: string;
}

export interface Check {
  invariant: string;
  /** Selects ("table", row, problem) of every row that breaks it, as text. */
  find: RawBuilder<unknown>;
}
