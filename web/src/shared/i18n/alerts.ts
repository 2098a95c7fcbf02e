import { i18n } from './i18n';
import en from './alerts.en.json';
import ru from './alerts.ru.json';

// The texts of what calls a person come with its screen.
i18n.addResourceBundle('ru', 'alerts', ru);
i18n.addResourceBundle('en', 'alerts', en);

/** For `useTranslation`: keys of these texts begin with `alerts:`. */
export const NAMESPACES = ['translation', 'alerts'] as const;
