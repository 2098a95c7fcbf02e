import { useAppealTexts } from '@/shared/i18n/appeal';
import { StatusBadge } from '@/shared/ui/status-badge';

/** Whether a balance follows from the one before it; nothing where it tells nothing. */
export function InChain({ is }: { is: boolean | null | undefined }) {
  const t = useAppealTexts();
  if (is === null || is === undefined) return null;
  return is ? (
    <StatusBadge tone="success">{t('appeal:bank.inChain')}</StatusBadge>
  ) : (
    <StatusBadge tone="warning">{t('appeal:bank.broken')}</StatusBadge>
  );
}
