import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { i18n } from './i18n';
import en from './merchant.en.json';
import ru from './merchant.ru.json';

// What a merchant's screens say beyond the specification comes after the first screen.
i18n.addResourceBundle('ru', 'merchant', ru);
i18n.addResourceBundle('en', 'merchant', en);

const NAMESPACES = ['translation', 'merchant'] as const;

export type MerchantTexts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of a merchant's screens under `merchant:`. */
export const useMerchantTexts = (): MerchantTexts => useTranslation(NAMESPACES).t;

/** The same outside components, in the language of the moment. */
export const merchantTexts: MerchantTexts = i18n.getFixedT(null, NAMESPACES);
