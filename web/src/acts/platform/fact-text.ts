import type { Fact } from '@/api/platform-actions';
import { DASH, formatDecimal, inRub, inUsdt, rateInRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { DeskTexts } from '@/shared/i18n/desk';

type Value = Fact['before'];

/** The name of a fact, in words; one that is new to this build is shown as it came. */
export function factName(t: DeskTexts, { name, of }: Pick<Fact, 'name' | 'of'>): string {
  // The texts are checked against the server's facts by a test.
  const words = t(`desk:fact.${name}` as 'desk:fact.status', { defaultValue: name });
  return of === null ? words : `${of}: ${words}`;
}

/** How a fact's value is written follows from its name: what it is in. */
export function factText(t: DeskTexts, name: string, value: Value): string {
  if (value === null || value === '') return DASH;
  if (typeof value === 'boolean') return value ? t('desk:yes') : t('desk:no');
  if (/_usdt(?:_moved)?$/.test(name)) return inUsdt(String(value).replace('+', ''));
  if (name.endsWith('_rub')) return inRub(value);
  if (name === 'rate' || name === 'proposed') return rateInRub(value);
  if (name.endsWith('_at')) return formatDateTime(String(value));
  if (name.endsWith('_bp')) return `${formatDecimal(Number(value) / 100, 0, 2)} %`;
  // An order's status has the specification's word.
  if (name === 'order_status') return t(`status.order.${String(value)}` as 'status.order.ACTIVE');
  return t(`desk:value.${String(value)}` as 'desk:value.OPEN', { defaultValue: String(value) });
}
