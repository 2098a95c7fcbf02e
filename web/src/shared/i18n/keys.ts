import { i18n } from './i18n';
import en from './keys.en.json';
import ru from './keys.ru.json';

// The sheet of keys comes when it is asked for.
i18n.addResourceBundle('ru', 'keys', ru);
i18n.addResourceBundle('en', 'keys', en);

/** For `useTranslation`: keys of these texts begin with `keys:`. */
export const NAMESPACES = ['translation', 'keys'] as const;
