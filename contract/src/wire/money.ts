import { z } from 'zod';
import { formatMinorUnits, isTooMuch, MAX_MINOR_UNITS, parseMinorUnits, SCALE, type Scale } from '../plain/money.ts';

/** Money as a client may send it: a decimal string or a JSON number. */
const wire = z.union([z.string().max(32), z.number()]);

function moneyCodec(scale: Scale, message: string, example: string) {
  return z
    .codec(wire, z.bigint(), {
      decode: (value, context) => {
        const units = parseMinorUnits(String(value), scale);
        if (units !== undefined) return units;
        const tooMuch = `Слишком много: не больше ${MAX_MINOR_UNITS / 10n ** BigInt(scale)}`;
        const said = isTooMuch(String(value), scale) ? tooMuch : message;
        context.issues.push({ code: 'custom', message: said, input: value });
        return z.NEVER;
      },
      encode: (units) => formatMinorUnits(units, scale),
    })
    .meta({ example, scale });
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
