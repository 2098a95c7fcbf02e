import { i18n } from './i18n';
import en from './security.en.json';
import ru from './security.ru.json';

// The texts of a person's security come with its screen.
i18n.addResourceBundle('ru', 'security', ru);
i18n.addResourceBundle('en', 'security', en);

/** For `useTranslation`: keys of these texts begin with `security:`. */
export const NAMESPACES = ['translation', 'security'] as const;
