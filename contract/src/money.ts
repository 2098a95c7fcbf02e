import { z } from 'zod';

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

/** Writes minor units as a decimal string with all places of the scale: `150050n` → `"1500.50"`. */
export function formatMinorUnits(units: bigint, scale: Scale): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** What a client may send for money: a decimal string or a JSON number. */
const wire = z.union([z.string().max(32), z.number()]);

function moneyCodec(scale: Scale, message: string, example: string) {
  return z
    .codec(wire, z.bigint(), {
      decode: (value, context) => {
        const units = parseMinorUnits(String(value), scale);
        if (units !== undefined) return units;
        context.issues.push({ code: 'custom', message, input: value });
        return z.NEVER;
      },
      encode: (units) => formatMinorUnits(units, scale),
    })
    .meta({ example });
}

const positive = (units: bigint) => units > 0n;
const MUST_BE_POSITIVE = { message: 'Сумма должна быть больше нуля' };

/** RUB in kopecks. */
export const rub = moneyCodec(
  SCALE.rub,
  'Укажите сумму в рублях: цифры и не больше двух знаков после точки',
  '1500.00',
);
export const positiveRub = rub.refine(positive, MUST_BE_POSITIVE);
/** USDT in micro-USDT. */
export const usdt = moneyCodec(
  SCALE.usdt,
  'Укажите сумму в USDT: цифры и не больше шести знаков после точки',
  '16.304348',
);
export const positiveUsdt = usdt.refine(positive, MUST_BE_POSITIVE);
/** RUB for 1 USDT, in 1/10000 of a rouble. */
export const rate = moneyCodec(SCALE.rate, 'Укажите курс: цифры и не больше четырёх знаков после точки', '92.0000');

/** Some amounts are whole by the specification: a form sends an integer. */
const isWhole = (scale: Scale) => (units: bigint) => units % 10n ** BigInt(scale) === 0n;
const MUST_BE_WHOLE = { message: 'Укажите целое число' };

/** Whole roubles, in kopecks. */
export const wholeRub = rub.refine(isWhole(SCALE.rub), MUST_BE_WHOLE);
export const positiveWholeRub = wholeRub.refine(positive, MUST_BE_POSITIVE);
/** Whole USDT, in micro-USDT. */
export const positiveWholeUsdt = usdt.refine(isWhole(SCALE.usdt), MUST_BE_WHOLE).refine(positive, MUST_BE_POSITIVE);
