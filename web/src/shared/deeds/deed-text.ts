import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { i18n } from '../i18n/i18n';
import { NAMESPACES } from '../i18n/journal';
import type ru from '../i18n/journal.ru.json';
import { formatAmount, formatUsdt } from '../lib/format-amount';
import { formatDateTime } from '../lib/format-date';
import { titleId } from '../lib/format-id';

export type JournalTexts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of journals under `journal:`. */
export const useJournalTexts = (): JournalTexts => useTranslation(NAMESPACES).t;

/** The same outside components, in the language of the moment. */
export const journalTexts: JournalTexts = i18n.getFixedT(null, NAMESPACES);

/** A word for a code; the code itself where there is none yet. */
export const worded = (
  t: JournalTexts,
  group: 'actions' | 'kinds' | 'facts' | 'values' | 'roles',
  code: string,
): string => t(`journal:${group}.${code}` as `journal:actions.${keyof (typeof ru)['actions']}`, { defaultValue: code });

/** Facts whose values are codes, and where their words are. */
const CODES: Readonly<Record<string, 'values' | 'roles'>> = {
  status: 'values',
  order_status: 'values',
  outcome: 'values',
  settlement: 'values',
  second_factor: 'values',
  password: 'values',
  balance_mode: 'values',
  role: 'roles',
  member_role: 'roles',
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a fact was or is, as screens write such values: the end of its name says what it is of. */
export function valueText(t: JournalTexts, name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('journal:none');
  if (typeof value === 'boolean') return t(value ? 'journal:yes' : 'journal:no');
  if (typeof value !== 'string' && typeof value !== 'number') return JSON.stringify(value);
  const text = String(value);
  const codes = CODES[name];
  if (codes !== undefined) return worded(t, codes, text);
  if (name.endsWith('_rub')) return formatAmount(text);
  if (name.endsWith('usdt')) return formatUsdt(text);
  if (name.endsWith('_at')) return formatDateTime(text);
  return UUID.test(text) ? titleId(text) : text;
}
