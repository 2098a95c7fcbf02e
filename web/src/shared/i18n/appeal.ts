import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import en from './appeal.en.json';
import ru from './appeal.ru.json';
import { i18n } from './i18n';

// The texts of the appeal desk come with its screens.
i18n.addResourceBundle('ru', 'appeal', ru);
i18n.addResourceBundle('en', 'appeal', en);

const NAMESPACES = ['translation', 'appeal'] as const;

export type AppealTexts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of the appeal desk under `appeal:`. */
export const useAppealTexts = (): AppealTexts => useTranslation(NAMESPACES).t;

/** The same outside components, in the language of the moment. */
export const appealTexts: AppealTexts = i18n.getFixedT(null, NAMESPACES);
