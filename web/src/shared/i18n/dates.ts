import { useTranslation } from 'react-i18next';
import { i18n } from './i18n';
import en from './dates.en.json';
import ru from './dates.ru.json';

// The calendar's texts come with it.
i18n.addResourceBundle('ru', 'dates', ru);
i18n.addResourceBundle('en', 'dates', en);

const NAMESPACES = ['translation', 'dates'] as const;

/** The product's texts, and the calendar's under `dates:`; the language that they are in. */
export function useDateTexts() {
  const { t, i18n: shown } = useTranslation(NAMESPACES);
  return { t, language: shown.language };
}
