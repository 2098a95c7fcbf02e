import { useTranslation } from 'react-i18next';
import { i18n } from './i18n';
import en from './views.en.json';
import ru from './views.ru.json';

// Named views and the choice of columns come after the rows.
i18n.addResourceBundle('ru', 'views', ru);
i18n.addResourceBundle('en', 'views', en);

const NAMESPACES = ['translation', 'views'] as const;

/** The product's texts, and those of named views under `views:`. */
export const useViewTexts = () => useTranslation(NAMESPACES).t;
