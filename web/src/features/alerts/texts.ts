import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NAMESPACES } from '@/shared/i18n/alerts';

type Texts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of this screen under `alerts:`. */
export const useTexts = (): Texts => useTranslation(NAMESPACES).t;
