import { toRate } from '../rates/index.ts';
import type { Liquidity } from './service/liquidity.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);

export function toLiquidity({ at, rate, levels }: Liquidity) {
  const { rate: value, is_stale } = toRate(rate, at);
  const [first] = levels;
  return {
    at,
    rate: value,
    is_rate_stale: is_stale,
    requisites: first === undefined ? 0 : first.available + sum(Object.values(first.stopped)),
    levels: levels.map(({ amount, amountUsdt, available, stopped }) => ({
      amount,
      amount_usdt: amountUsdt,
      available,
      stopped,
    })),
  };
}
