import { i18n } from './i18n';
import en from './figures.en.json';
import ru from './figures.ru.json';

// The texts of the platform's figures come with those screens: traders and merchants need none of them.
i18n.addResourceBundle('ru', 'figures', ru);
i18n.addResourceBundle('en', 'figures', en);

/** For `useTranslation`: keys of these texts begin with `figures:`. */
export const NAMESPACES = ['translation', 'figures'] as const;
