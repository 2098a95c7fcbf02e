import { parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';

/** Micro-USDT. */
export const usdt = (text: string) => parseMinorUnits(text, SCALE.usdt) ?? 0n;
/** Kopecks. */
export const rub = (text: string) => parseMinorUnits(text, SCALE.rub) ?? 0n;
