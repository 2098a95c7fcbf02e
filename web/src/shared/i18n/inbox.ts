import { i18n } from './i18n';
import en from './inbox.en.json';
import ru from './inbox.ru.json';

// What asks for a hand comes after the first screen.
i18n.addResourceBundle('ru', 'inbox', ru);
i18n.addResourceBundle('en', 'inbox', en);

/** For `useTranslation`: keys of these texts begin with `inbox:`. */
export const NAMESPACES = ['translation', 'inbox'] as const;
