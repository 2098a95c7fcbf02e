import { i18n } from './i18n';
import en from './radar.en.json';
import ru from './radar.ru.json';

// The radar's texts come with its screen and its actions: traders and merchants need none of them.
i18n.addResourceBundle('ru', 'radar', ru);
i18n.addResourceBundle('en', 'radar', en);

/** For `useTranslation`: keys of these texts begin with `radar:`. */
export const NAMESPACES = ['translation', 'desk', 'radar'] as const;
