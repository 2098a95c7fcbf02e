import { PAYOUT_STATUS_TEXT, type PayoutStatus } from '@kantor/contract/plain/statuses.ts';
import { useTranslation } from 'react-i18next';
import { humanStatus } from '@/shared/i18n/human-status';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toneByText } from '@/shared/ui/tone-by-text';

const payoutTone = toneByText<PayoutStatus>(PAYOUT_STATUS_TEXT, {
  OPEN: 'warning',
  IN_WORK: 'info',
  DONE: 'success',
  CANCELLED: 'danger',
});

export function PayoutStatusBadge({ status }: { status: string }) {
  const { t } = useTranslation();
  return <StatusBadge tone={payoutTone(status)}>{humanStatus(t, status)}</StatusBadge>;
}
