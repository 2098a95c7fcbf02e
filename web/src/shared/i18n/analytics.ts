import { useTranslation } from 'react-i18next';
import { i18n } from './i18n';
import en from './analytics.en.json';
import ru from './analytics.ru.json';

i18n.addResourceBundle('ru', 'analytics', ru);
i18n.addResourceBundle('en', 'analytics', en);

/** The product's texts, and those of the analytics under `analytics:`. */
export const useAnalyticsTexts = () => useTranslation(['translation', 'analytics']).t;
export type AnalyticsTexts = ReturnType<typeof useAnalyticsTexts>;
