import { decimalOf } from './decimal';

/** The most basis points that a fee or a reward may be: all of an order. */
const MOST = 10_000;

/** A typed percentage in basis points: `4,5` → 450; undefined when it is none, or has more than two places. */
export function basisPointsOf(typed: string): number | undefined {
  const [, whole = '', places = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(decimalOf(typed)) ?? [];
  if (whole === '') return undefined;
  const points = Number(whole) * 100 + Number(places.padEnd(2, '0'));
  return points <= MOST ? points : undefined;
}

/** Basis points as a person types them: 450 → `4,5`. */
export const percentOf = (basisPoints: number): string => String(basisPoints / 100).replace('.', ',');
