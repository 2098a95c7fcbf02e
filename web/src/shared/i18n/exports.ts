import { i18n } from './i18n';
import en from './exports.en.json';
import ru from './exports.ru.json';

// The texts of lists as files come with what takes them.
i18n.addResourceBundle('ru', 'exports', ru);
i18n.addResourceBundle('en', 'exports', en);

/** For `useTranslation`: keys of these texts begin with `exports:`. */
export const NAMESPACES = ['translation', 'exports'] as const;
