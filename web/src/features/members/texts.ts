import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NAMESPACES } from '@/shared/i18n/members';

export type Texts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of these screens under `members:`. */
export const useTexts = (): Texts => useTranslation(NAMESPACES).t;
