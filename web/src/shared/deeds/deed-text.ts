import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { i18n } from '../i18n/i18n';
import { NAMESPACES } from '../i18n/journal';
import type ru from '../i18n/journal.ru.json';

export type JournalTexts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of journals under `journal:`. */
export const useJournalTexts = (): JournalTexts => useTranslation(NAMESPACES).t;

/** The same outside components, in the language of the moment. */
export const journalTexts: JournalTexts = i18n.getFixedT(null, NAMESPACES);

/** A word for a code; the code itself where there is none yet. */
export const worded = (t: JournalTexts, group: 'actions' | 'kinds' | 'facts', code: string): string =>
  t(`journal:${group}.${code}` as `journal:actions.${keyof (typeof ru)['actions']}`, { defaultValue: code });
