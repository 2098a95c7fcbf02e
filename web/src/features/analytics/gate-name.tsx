import type { GATES } from '@kantor/contract/plain/gates.ts';
import { useTranslation } from 'react-i18next';
import { NAMESPACES } from '@/shared/i18n/figures';

/** What stopped a requisite, in the words of the platform's figures. */
export default function GateName({ gate }: { gate: (typeof GATES)[number] }) {
  const { t } = useTranslation(NAMESPACES);
  return t(`figures:gates.${gate}`);
}
