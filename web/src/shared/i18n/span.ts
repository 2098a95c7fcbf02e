import { useTranslation } from 'react-i18next';
import { i18n } from './i18n';
import en from './span.en.json';
import ru from './span.ru.json';

// Filters by days and sums come with the lists that have them.
i18n.addResourceBundle('ru', 'span', ru);
i18n.addResourceBundle('en', 'span', en);

const NAMESPACES = ['translation', 'span'] as const;

/** The product's texts, and those of filters by days and sums under `span:`. */
export const useSpanTexts = () => useTranslation(NAMESPACES).t;
