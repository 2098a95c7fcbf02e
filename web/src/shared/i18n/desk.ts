import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import en from './desk.en.json';
import ru from './desk.ru.json';
import { i18n } from './i18n';
import './journal';

// The texts of what the platform's people do come with those screens: nobody else needs them.
i18n.addResourceBundle('ru', 'desk', ru);
i18n.addResourceBundle('en', 'desk', en);

/** For `useTranslation`: keys of these texts begin with `desk:`; words for codes are the journals', under `journal:`. */
export const NAMESPACES = ['translation', 'desk', 'journal'] as const;

export type DeskTexts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of the desk under `desk:`. */
export const useDeskTexts = (): DeskTexts => useTranslation(NAMESPACES).t;
