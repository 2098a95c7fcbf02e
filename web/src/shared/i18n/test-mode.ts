import { i18n } from './i18n';
import en from './test-mode.en.json';
import ru from './test-mode.ru.json';

// The texts of the test mode come after the screen: most visitors need none of them.
i18n.addResourceBundle('ru', 'testMode', ru);
i18n.addResourceBundle('en', 'testMode', en);

/** For `useTranslation`: keys of these texts begin with `testMode:`. */
export const NAMESPACES = ['translation', 'testMode'] as const;
