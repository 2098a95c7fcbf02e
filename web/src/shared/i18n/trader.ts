import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { i18n } from './i18n';
import en from './trader.en.json';
import ru from './trader.ru.json';

// What a trader's screens say beyond the specification comes after the first screen.
i18n.addResourceBundle('ru', 'trader', ru);
i18n.addResourceBundle('en', 'trader', en);

const NAMESPACES = ['translation', 'trader'] as const;

export type TraderTexts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of a trader's screens under `trader:`. */
export const useTraderTexts = (): TraderTexts => useTranslation(NAMESPACES).t;

/** The same outside components, in the language of the moment. */
export const traderTexts: TraderTexts = i18n.getFixedT(null, NAMESPACES);
