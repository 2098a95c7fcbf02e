import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { i18n } from '@/shared/i18n/i18n';
import { NAMESPACES } from '@/shared/i18n/test-mode';

export type Texts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of these screens under `testMode:`. */
export const useTexts = (): Texts => useTranslation(NAMESPACES).t;

/** The same outside components, in the language of the moment. */
export const texts: Texts = i18n.getFixedT(null, NAMESPACES);
