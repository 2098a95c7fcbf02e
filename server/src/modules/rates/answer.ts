import { MAX_MINOR_UNITS, SCALE } from '@kantor/contract/plain/money.ts';

/** A plain decimal: no sign, no exponent, no spaces. */
const DECIMAL = /^([0-9]{1,15})(?:\.([0-9]{1,60}))?$/;

/**
 * Reads a rate exactly, without a float. Beyond four places it is rounded half up.
 * @returns 1/10000 of a rouble; undefined when it is no plain decimal above 0.
 */
function toRate(text: string): bigint | undefined {
  const [, whole = '', fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === '') return undefined;
  const units = BigInt(whole + fraction.slice(0, SCALE.rate).padEnd(SCALE.rate, '0'));
  const rounded = units + (fraction.charAt(SCALE.rate) >= '5' ? 1n : 0n);
  return rounded > 0n && rounded <= MAX_MINOR_UNITS ? rounded : undefined;
}

/** `data.0.price`, or a JSON pointer (RFC 6901): `/data/0/price`. Nothing is the whole answer. */
function stepsOf(path: string): string[] {
  if (path === '') return [];
  if (!path.startsWith('/')) return path.split('.');
  const decoded = path.split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return decoded.slice(1);
}

/** Numbers as text: a float would already have lost digits. */
const keepNumbers = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? context?.source : value;

/**
 * Finds the rate in a source's answer: a JSON number or a string.
 * @returns 1/10000 of a rouble.
 * @throws Error with a sentence.
 */
export function findRate(answer: string, path: string): bigint {
  let found: unknown;
  try {
    found = JSON.parse(answer, keepNumbers);
  } catch {
    throw new Error('it answered something else than JSON');
  }
  for (const step of stepsOf(path)) {
    const has = typeof found === 'object' && found !== null && Object.hasOwn(found, step);
    if (!has) throw new Error(`its answer has no ${path}`);
    found = (found as Record<string, unknown>)[step];
  }
  const rate = typeof found === 'string' ? toRate(found) : undefined;
  if (rate === undefined) throw new Error(`${path || 'its answer'} is no plain decimal number above 0`);
  return rate;
}
