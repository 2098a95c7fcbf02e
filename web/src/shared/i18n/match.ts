import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { i18n } from './i18n';
import en from './match.en.json';
import ru from './match.ru.json';

// What is said where messages are sorted comes with those screens.
i18n.addResourceBundle('ru', 'match', ru);
i18n.addResourceBundle('en', 'match', en);

const NAMESPACES = ['translation', 'match'] as const;

export type MatchTexts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of sorting under `match:`. */
export const useMatchTexts = (): MatchTexts => useTranslation(NAMESPACES).t;
