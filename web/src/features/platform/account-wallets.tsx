import { AllowWallet } from '@/acts/platform/permits';
import type { AccountPage } from '@/api/platform-accounts';
import { Card } from '@/shared/detail/facts';
import { formatDateTime } from '@/shared/lib/format-date';
import { ShortId } from '@/shared/ui/short-id';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useTexts } from './texts';
import classes from './account.module.css';

type Wallet = AccountPage['wallets'][number];

/** The addresses that it withdraws to. */
export function Wallets({ account: { wallets } }: { account: AccountPage }) {
  const t = useTexts();
  return (
    <Card title={t('platform:accounts.wallets.title')}>
      {wallets.length === 0 ? (
        <p className={classes.none}>{t('platform:accounts.wallets.none')}</p>
      ) : (
        <ul className={classes.people} aria-label={t('platform:accounts.wallets.title')}>
          {wallets.map((wallet) => (
            <WalletItem key={wallet.id} wallet={wallet} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function WalletItem({ wallet }: { wallet: Wallet }) {
  const t = useTexts();
  const { id, address, is_valid: isValid, is_usable: isUsable, usable_at: at } = wallet;
  const isWaiting = isValid && !isUsable;
  return (
    <li>
      <div className={classes.head}>
        <ShortId value={address} subject={t('platform:columns.wallet')} />
        {!isValid && <StatusBadge tone="danger">{t('platform:accounts.wallets.notTron')}</StatusBadge>}
        {isWaiting && (
          <span className={classes.note}>{t('platform:accounts.wallets.usableAt', { at: formatDateTime(at) })}</span>
        )}
      </div>
      {isWaiting && (
        <div className={classes.acts}>
          <AllowWallet id={id} address={address} />
        </div>
      )}
    </li>
  );
}
