import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NAMESPACES } from '@/shared/i18n/exports';

export type Texts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of lists as files under `exports:`. */
export const useTexts = (): Texts => useTranslation(NAMESPACES).t;
