import { parseMinorUnits, SCALE, type Scale } from '@kantor/contract/plain/money.ts';

/** The possible meanings of a text as an object's id: its beginning, or its short name. */
export type IdMeaning = { kind: 'id'; from: string; to: string } | { kind: 'short'; name: string };

/** An id, whole, in small letters. */
export const WHOLE_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const UUID_DIGITS = 32;
const SHORT_NAME_DIGITS = 8;
const dashed = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;

/** Empty when the text is no part of an id: fewer than 4 characters, or other than hexadecimal. */
export function idMeanings(text: string): IdMeaning[] {
  const hex = text
    .trim()
    .toLowerCase()
    // As screens shorten it.
    .replace(/(?:…|\.\.\.)$/, '')
    .replaceAll('-', '');
  if (!/^[0-9a-f]{4,32}$/.test(hex)) return [];
  const beginning: IdMeaning = {
    kind: 'id',
    from: dashed(hex.padEnd(UUID_DIGITS, '0')),
    to: dashed(hex.padEnd(UUID_DIGITS, 'f')),
  };
  return hex.length === SHORT_NAME_DIGITS ? [beginning, { kind: 'short', name: hex.toUpperCase() }] : [beginning];
}

/** A sum as people write it and screens show it: `1500`, `1 500,50`, `1500.5 ₽`. @returns minor units; undefined when it is none. */
export function sumMeaning(text: string, scale: Scale): bigint | undefined {
  const written = /^(\d{1,3}(?:\s\d{3})+|\d+)(?:[.,](\d{1,6}))?\s?(?:₽|USDT)?$/.exec(text);
  if (written === null) return undefined;
  const [, whole = '', fraction = '0'] = written;
  const amount = parseMinorUnits(`${whole.replaceAll(/\s/g, '')}.${fraction}`, scale);
  return amount === 0n ? undefined : amount;
}

/** The same of roubles, in kopecks. */
export const rubMeaning = (text: string): bigint | undefined => sumMeaning(text, SCALE.rub);
