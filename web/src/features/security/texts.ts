import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { NAMESPACES } from '@/shared/i18n/security';

type Texts = TFunction<typeof NAMESPACES>;

/** The product's texts, and those of this screen under `security:`. */
export const useTexts = (): Texts => useTranslation(NAMESPACES).t;
