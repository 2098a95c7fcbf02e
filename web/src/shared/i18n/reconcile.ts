import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './reconcile.en.json';
import ru from './reconcile.ru.json';
import { i18n } from './i18n';

// What is said of reconciliations comes with their screens.
i18n.addResourceBundle('ru', 'reconcile', ru);
i18n.addResourceBundle('en', 'reconcile', en);

const NAMESPACES = ['translation', 'reconcile'] as const;

export type ReconcileTexts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of reconciliations under `reconcile:`. */
export const useReconcileTexts = (): ReconcileTexts => useTranslation(NAMESPACES).t;
