import { i18n } from './i18n';
import en from './platform.en.json';
import ru from './platform.ru.json';

// The texts of the platform's screens come with those screens: nobody else needs them.
i18n.addResourceBundle('ru', 'platform', ru);
i18n.addResourceBundle('en', 'platform', en);

/** For `useTranslation`: keys of these texts begin with `platform:`. */
export const NAMESPACES = ['translation', 'platform'] as const;
