import { WITHDRAWAL_STATUS_TEXT, type WithdrawalStatus } from '@kantor/contract/plain/statuses.ts';
import { useTranslation } from 'react-i18next';
import { humanStatus } from '@/shared/i18n/human-status';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toneByText } from '@/shared/ui/tone-by-text';

const withdrawalTone = toneByText<WithdrawalStatus>(WITHDRAWAL_STATUS_TEXT, { OPEN: 'warning', CLOSED: 'success' });

const isKnown = (code: string): code is WithdrawalStatus => Object.hasOwn(WITHDRAWAL_STATUS_TEXT, code);

/** By its code; one that is new to this build stands as it came. */
export function WithdrawalStatusBadge({ status }: { status: string }) {
  const { t } = useTranslation();
  const text = isKnown(status) ? WITHDRAWAL_STATUS_TEXT[status] : status;
  return <StatusBadge tone={withdrawalTone(text)}>{humanStatus(t, text)}</StatusBadge>;
}
