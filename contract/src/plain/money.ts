/**
 * Money is `bigint` minor units inside and a decimal string of fixed scale on the wire.
 * RUB: kopecks, 2 places. USDT: micro-USDT, 6 places (as on TRON). Rate: RUB for 1 USDT, 4 places.
 */
export const SCALE = { rub: 2, usdt: 6, rate: 4 } as const;
export type Scale = (typeof SCALE)[keyof typeof SCALE];

/** No amount in the system may reach beyond this many minor units. */
export const MAX_MINOR_UNITS = 10n ** 15n;

const DECIMAL = /^(0|[1-9][0-9]{0,15})(?:\.([0-9]{1,6}))?$/;

/**
 * Reads a plain decimal (`"1500"`, `"1500.5"`) into minor units.
 * Refuses signs, exponents, spaces, other digits than 0-9, more places than the currency has, more than MAX_MINOR_UNITS.
 */
export function parseMinorUnits(text: string, scale: Scale): bigint | undefined {
  const match = DECIMAL.exec(text);
  if (!match) return undefined;
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > scale) return undefined;
  const units = BigInt(whole + fraction.padEnd(scale, '0'));
  return units <= MAX_MINOR_UNITS ? units : undefined;
}

/** Whether a text is a plain decimal that only its size keeps from being an amount. */
export const isTooMuch = (text: string, scale: Scale): boolean => {
  const [, whole] = /^([1-9][0-9]*)(?:\.([0-9]+))?$/.exec(text) ?? [];
  return whole !== undefined && BigInt(whole) * 10n ** BigInt(scale) >= MAX_MINOR_UNITS;
};

/** Writes minor units as a decimal string with all places of the scale: `150050n` → `"1500.50"`. */
export function formatMinorUnits(units: bigint, scale: Scale): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
