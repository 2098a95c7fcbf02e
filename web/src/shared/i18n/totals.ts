import { i18n } from './i18n';
import en from './totals.en.json';
import ru from './totals.ru.json';

// Sums under lists come after their rows.
i18n.addResourceBundle('ru', 'totals', ru);
i18n.addResourceBundle('en', 'totals', en);

/** For `useTranslation`: keys of these texts begin with `totals:`. */
export const NAMESPACES = ['translation', 'totals'] as const;
