/** The figure to reach. */
type Goal = { exactly: number } | { most: number } | { least: number };

/** One measured figure beside its goal. */
export interface Gate {
  name: string;
  goal: string;
  measured: string;
  holds: boolean;
  /** The first of what broke it, for whoever looks into it. */
  cases: readonly string[];
}

/** Of what breaks a gate, as many cases are told. */
const MAX_CASES = 30;

const MAX_CASE_LENGTH = 300;

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, MAX_CASE_LENGTH);

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

interface Measurement {
  /** The number of tries. */
  of?: number;
  /** Written after figures: `ms`, `MB`. */
  unit?: string;
  cases?: readonly string[];
}

/** Compares a figure with its goal; a figure that was never measured (NaN) does not hold. */
export function gate(
  name: string,
  goal: Goal,
  measured: number,
  { of, unit = '', cases = [] }: Measurement = {},
): Gate {
  const write = (figure: number) => number.format(figure) + (unit && ` ${unit}`);
  const tries = of === undefined ? '' : ` of ${number.format(of)}`;
  const judged =
    'exactly' in goal
      ? { goal: write(goal.exactly), holds: measured === goal.exactly }
      : 'most' in goal
        ? { goal: `≤ ${write(goal.most)}`, holds: measured <= goal.most }
        : { goal: `≥ ${write(goal.least)}`, holds: measured >= goal.least };
  return {
    name,
    ...judged,
    measured: write(measured) + tries,
    cases: cases.slice(0, MAX_CASES).map((each) => inOneLine(each)),
  };
}

/** A gate of faults: none of so many tries. It does not hold when nothing was tried. */
export function noneOf(name: string, faults: readonly string[], of: number): Gate {
  const made = gate(name, { exactly: 0 }, faults.length, { of, cases: faults });
  return of === 0 ? { ...made, holds: false } : made;
}
