import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isDoubtful, type Wallet } from '@/api/wallets';
import { middleEllipsis } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { SelectField } from '@/shared/form/select-field';
import { ErrorState } from '@/shared/ui/states';
import classes from './withdrawals.module.css';

interface WalletSelectProps {
  query: { data?: Wallet[] | undefined; isError: boolean; refetch: () => unknown };
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

/** One of the merchant's wallets; money sent to a doubtful one may be lost, so that is said before and after the choice. */
export function WalletSelect({ query: { data, isError, refetch }, value, error, onChange }: WalletSelectProps) {
  const { t } = useTranslation();
  if (!data && isError) return <ErrorState title={t('withdrawals.walletsFailed')} onRetry={refetch} />;
  const wallets = data ?? [];
  const chosen = wallets.find(({ id }) => String(id) === value);
  const label = (wallet: Wallet) => {
    const address = middleEllipsis(wallet.wallet_to_withdraw);
    return isDoubtful(wallet) ? `${address} — ${t('wallets.notTron')}` : address;
  };
  return (
    <div className={classes.select}>
      <SelectField
        label={t('withdrawals.wallet')}
        placeholder={t('withdrawals.chooseWallet')}
        options={wallets.map((wallet) => ({ value: String(wallet.id), label: label(wallet) }))}
        value={value}
        disabled={wallets.length === 0}
        hint={chosen?.wallet_to_withdraw}
        error={error}
        onChange={onChange}
      />
      {chosen && isDoubtful(chosen) && (
        <p className={classes.doubt} role="alert">
          {t('wallets.notTron')}
        </p>
      )}
      {data?.length === 0 && <Link to={paths.wallets}>{t('withdrawals.noWallets')}</Link>}
    </div>
  );
}
