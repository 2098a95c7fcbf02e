import type { PlatformRate } from '@/api/platform-decisions';
import { useServerNow } from '@/shared/lib/use-now';
import own from './decisions.module.css';

const WIDTH = 100;
const HEIGHT = 40;

/** The line of the rates in force, in steps: each held until the next. @param history newest first @param now ms */
export function stepsOf(history: PlatformRate['history'], now: number): string {
  const rates = history.toReversed().map(({ rate, created_at: at }) => ({ rate: Number(rate), at: Date.parse(at) }));
  const [first] = rates;
  if (first === undefined) return '';
  const values = rates.map(({ rate }) => rate);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => (((at - first.at) / Math.max(1, now - first.at)) * WIDTH).toFixed(2);
  const y = (rate: number) => (high === low ? HEIGHT / 2 : HEIGHT * (1 - (rate - low) / (high - low))).toFixed(2);
  const steps = rates.slice(1).map(({ rate, at }) => `H${x(at)}V${y(rate)}`);
  return `M0 ${y(first.rate)}${steps.join('')}H${WIDTH}`;
}

/** The table beside it carries the numbers. */
export function RateLine({ history }: Pick<PlatformRate, 'history'>) {
  const now = useServerNow();
  return (
    <svg className={own.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={stepsOf(history, now)} />
    </svg>
  );
}
