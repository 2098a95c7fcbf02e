import type { Stub } from '@kantor/demo/stub.ts';
import { MINUTE, SECOND } from './time.ts';

const USUAL = 92.5;
/** Amplitude in roubles and period in minutes of the rate's waves: quick small ones on slow large ones. */
const WAVES = [
  [0.55, 1447],
  [0.3, 311],
  [0.12, 67],
  [0.04, 13],
] as const;

/** Between two prices of an exchange. */
const TICK_MS = 15 * SECOND;

/** RUB for 1 USDT at a moment (milliseconds since 1970), in kopecks, as exchanges write it. The same moment has the same rate. */
export function rateAt(moment: number): string {
  const tick = Math.floor(moment / TICK_MS) * TICK_MS;
  const height = WAVES.map(([size, minutes]) => size * Math.sin((2 * Math.PI * tick) / (minutes * MINUTE)));
  return height.reduce((sum, wave) => sum + wave, USUAL).toFixed(2);
}

/** A source of rates. */
export const rateSource: Stub = () => {
  const now = Date.now();
  return { status: 200, body: { pair: 'USDT/RUB', price: rateAt(now), at: new Date(now).toISOString() } };
};
