import { i18n } from './i18n';
import en from './members.en.json';
import ru from './members.ru.json';

// The texts of the members of an account come with their screens: most visitors need none of them.
i18n.addResourceBundle('ru', 'members', ru);
i18n.addResourceBundle('en', 'members', en);

/** For `useTranslation`: keys of these texts begin with `members:`. */
export const NAMESPACES = ['translation', 'members'] as const;
