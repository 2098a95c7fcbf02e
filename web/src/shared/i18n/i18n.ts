import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { formatCount } from '../lib/format-amount';
import { storage } from '../lib/storage';
import en from './en.json';
import ru from './ru.json';

export const LANGUAGES = ['ru', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** i18next's own default, and what a language that is not here falls back to. */
const FALLBACK: Language = 'en';
/** What a visitor sees who has chosen nothing. */
const SHIPPED: Language = 'ru';

const LANGUAGE_KEY = 'kantor.language';

const toLanguage = (text: string | null): Language => LANGUAGES.find((language) => language === text) ?? SHIPPED;

void i18next.use(initReactI18next).init({
  lng: toLanguage(storage.get(LANGUAGE_KEY)),
  fallbackLng: FALLBACK,
  supportedLngs: LANGUAGES,
  resources: { ru: { translation: ru }, en: { translation: en } },
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

/** Switches the interface and remembers the choice. */
export function chooseLanguage(language: Language): void {
  storage.set(LANGUAGE_KEY, language);
  void i18n.changeLanguage(language);
}
