import type { Outcome } from '../src/harness/run.ts';

/** The gates that do not hold, with their cases. */
export const broken = ({ gates }: Outcome) => gates.filter(({ holds }) => !holds);
