import { FACTS, type FactName, isFactName } from '@kantor/contract/plain/action-facts.ts';
import type { Fact } from '@/api/platform-actions';
import { DASH, formatDecimal, inRub, inUsdt, rateInRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { worded } from '@/shared/deeds/deed-text';
import type { DeskTexts } from '@/shared/i18n/desk';

type Value = Fact['before'];

/** Whether a fact is said by the question itself. */
export const isHidden = ({ name }: Pick<Fact, 'name'>): boolean => isFactName(name) && FACTS[name] === 'hidden';

/** The name of a fact, in words; one that is new to this build is shown as it came. */
export function factName(t: DeskTexts, { name, of }: Pick<Fact, 'name' | 'of'>): string {
  const words = t(`desk:fact.${name}` as 'desk:fact.status', { defaultValue: name });
  return of === null ? words : `${of}: ${words}`;
}

const WRITERS: Record<(typeof FACTS)[FactName], (t: DeskTexts, value: string) => string> = {
  text: (_, value) => value,
  hidden: (_, value) => value,
  number: (_, value) => formatDecimal(value, 0, 0),
  word: (t, value) => worded(t, 'values', value),
  role: (t, value) => worded(t, 'roles', value),
  switch: (t, value) => t(`desk:switch.${value === 'true' ? 'on' : 'off'}`),
  usdt: (_, value) => inUsdt(value.replace('+', '')),
  rub: (_, value) => inRub(value),
  rate: (_, value) => rateInRub(value),
  percent: (_, value) => `${formatDecimal(Number(value) / 100, 0, 2)}\u00A0%`,
  moment: (_, value) => formatDateTime(value),
  limit: (t, value) => (value === 'none' ? t('desk:noLimit') : formatDecimal(value, 0, 0)),
  limit_rub: (t, value) => (value === 'none' ? t('desk:noLimit') : inRub(value.replace(' RUB', ''))),
  payouts: (t, value) => value.replaceAll('(it had a proof)', t('desk:hadProof')),
  // An order's status has the specification's word.
  order_status: (t, value) => t(`status.order.${value}` as 'status.order.ACTIVE', { defaultValue: value }),
};

/** The value of a fact as its kind is written; of a fact that is new to this build, as it came. */
export function factText(t: DeskTexts, name: string, value: Value): string {
  if (value === null || value === '') return DASH;
  return isFactName(name) ? WRITERS[FACTS[name]](t, String(value)) : String(value);
}
