/** The parts of a process that must go on: the worker's jobs, and the reader of the live screens. */

/** A part's health, as /ready tells it. */
export interface Part {
  /** In snake_case. */
  name: string;
  /** Whether somebody suffers when it stands still for longer than it may. */
  isNeeded: boolean;
  /** Milliseconds since it last succeeded. */
  age: () => number;
  /** The age beyond which it is late. */
  lateAfterMs: number;
}

export const isLate = ({ age, lateAfterMs }: Part): boolean => age() > lateAfterMs;

/** Seconds since each part last succeeded, by its name. */
export const agesOf = (parts: readonly Part[]): Record<string, number> =>
  Object.fromEntries(parts.map(({ name, age }) => [name, Math.round(age() / 100) / 10]));
