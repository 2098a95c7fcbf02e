import type { AccountRow } from '@/api/platform-accounts';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useTexts } from './texts';

/** Whether the account is blocked. */
export function AccountState({ account }: { account: Pick<AccountRow, 'blocked_at'> }) {
  const t = useTexts();
  const isBlocked = account.blocked_at !== null;
  return (
    <StatusBadge tone={isBlocked ? 'danger' : 'success'}>
      {t(`platform:accounts.states.${isBlocked ? 'BLOCKED' : 'ACTIVE'}`)}
    </StatusBadge>
  );
}
