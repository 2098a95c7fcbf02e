import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatCount } from '../lib/format-amount';
import { storage } from '../lib/storage';
import ru from './ru.json';

export const LANGUAGES = ['ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** i18next's own default, and what a language that is not here falls back to. */
const FALLBACK: Language = 'en';
/** The language of a visitor who has chosen none. */
const SHIPPED: Language = 'ru';

const LANGUAGE_KEY = 'kantor.language';

const toLanguage = (text: string | null): Language => LANGUAGES.find((language) => language === text) ?? SHIPPED;

void i18next.use(initReactI18next).init({
  lng: SHIPPED,
  fallbackLng: FALLBACK,
  supportedLngs: LANGUAGES,
  // The other language comes when it is chosen; of this one the shell, the list of orders and the sign-in are here.
  resources: { ru: { translation: structuredClone(ru) } },
  initAsync: false,
  interpolation: { escapeValue: false },
});
i18next.services.formatter?.add('whole', (value) => formatCount(Number(value)));

const nameLanguage = (language: string) => {
  document.documentElement.lang = language;
};
i18next.on('languageChanged', nameLanguage);
nameLanguage(i18next.language);

export const i18n = i18next;

const NAMESPACE = 'translation';
/** Sentences that the server writes in Russian by itself. */
const OUTCOMES = 'outcomes';

/**
 * Settled when every screen has its texts. The list of orders, which comes with the shell, needs no more than is here.
 * @throws when they do not come.
 */
export async function loadScreenTexts(): Promise<void> {
  const { default: texts } = await import('./screens.ru.json');
  i18n.addResourceBundle(SHIPPED, NAMESPACE, texts, true);
}

async function showLanguage(language: Language): Promise<void> {
  if (!i18n.hasResourceBundle(language, NAMESPACE)) {
    const [texts, outcomes] = await Promise.all([import('./en.json'), import('./en-outcomes.json')]);
    i18n.addResourceBundle(language, NAMESPACE, texts.default);
    i18n.addResourceBundle(language, OUTCOMES, outcomes.default);
  }
  await i18n.changeLanguage(language);
}

/** Switches the interface and remembers the choice. Should the texts not come, the language stays as it is. */
export function chooseLanguage(language: Language): void {
  storage.set(LANGUAGE_KEY, language);
  showLanguage(language).catch((error: unknown) => console.error('The language could not be loaded', error));
}

/** Settled when the language of an earlier choice can be shown; undefined when nothing has to be waited for. */
export function startLanguage(): Promise<unknown> | undefined {
  const chosen = toLanguage(storage.get(LANGUAGE_KEY));
  return chosen === SHIPPED ? undefined : showLanguage(chosen).catch(() => undefined);
}
