import { i18n } from './i18n';
import en from './palette.en.json';
import ru from './palette.ru.json';

// The palette comes after the screen.
i18n.addResourceBundle('ru', 'palette', ru);
i18n.addResourceBundle('en', 'palette', en);

/** For `useTranslation`: keys of these texts begin with `palette:`. */
export const NAMESPACES = ['translation', 'palette'] as const;
