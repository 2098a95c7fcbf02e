import { i18n } from './i18n';
import en from './webhooks.en.json';
import ru from './webhooks.ru.json';

// The texts of the screens of webhooks come with those screens: most visitors need none of them.
i18n.addResourceBundle('ru', 'webhooks', ru);
i18n.addResourceBundle('en', 'webhooks', en);

/** For `useTranslation`: keys of these texts begin with `webhooks:`. */
export const NAMESPACES = ['translation', 'webhooks'] as const;
