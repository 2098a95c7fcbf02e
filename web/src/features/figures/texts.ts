import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NAMESPACES } from '@/shared/i18n/figures';

export type Texts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of the platform's figures under `figures:`. */
export const useTexts = (): Texts => useTranslation(NAMESPACES).t;
