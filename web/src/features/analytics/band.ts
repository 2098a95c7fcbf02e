import type { AnalyticsTexts } from '@/shared/i18n/analytics';
import { type Amount, formatDecimal } from '@/shared/lib/format-amount';

interface Band {
  /** Roubles, from and below; null: not of bands, or of the last one. */
  min: Amount | null;
  below: Amount | null;
}

const whole = (sum: Amount | null) => formatDecimal(sum, 0, 2);

/** `до 1 000 ₽`, `1 000 – 3 000 ₽`, `от 100 000 ₽`. */
export function bandText({ min, below }: Band, t: AnalyticsTexts): string {
  if (below === null) return t('analytics:bandFrom', { min: whole(min) });
  if (min === null || Number(min) === 0) return t('analytics:bandUpTo', { below: whole(below) });
  return t('analytics:band', { min: whole(min), below: whole(below) });
}
