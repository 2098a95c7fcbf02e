import { i18n } from './i18n';
import en from './journal.en.json';
import ru from './journal.ru.json';

// The texts of journals come with their screens.
i18n.addResourceBundle('ru', 'journal', ru);
i18n.addResourceBundle('en', 'journal', en);

/** For `useTranslation`: keys of these texts begin with `journal:`. */
export const NAMESPACES = ['translation', 'journal'] as const;
