import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './batch.en.json';
import ru from './batch.ru.json';
import { i18n } from './i18n';

// What is said of payouts from files comes with their screens.
i18n.addResourceBundle('ru', 'batch', ru);
i18n.addResourceBundle('en', 'batch', en);

const NAMESPACES = ['translation', 'batch'] as const;

export type BatchTexts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of payouts from files under `batch:`. */
export const useBatchTexts = (): BatchTexts => useTranslation(NAMESPACES).t;
