import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isDoubtful, isWaiting, type Wallet } from '@/api/wallets';
import { middleEllipsis } from '@/shared/lib/format-id';
import { useUser } from '@/session/use-user';
import { SelectField } from '@/shared/form/select-field';
import { CheckIcon } from '@/shared/ui/icons';
import { ErrorState } from '@/shared/ui/states';
import { GroupedAddress } from './grouped-address';
import type { Side } from './sides';
import { waitText } from './wallet-columns';
import classes from './withdrawals.module.css';

interface WalletSelectProps {
  side: Side;
  query: { data?: Wallet[] | undefined; isError: boolean; refetch: () => unknown };
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

/** One of the owner's wallets; those that cannot be used say why, and cannot be chosen. */
export function WalletSelect({ side, query: { data, isError, refetch }, value, error, onChange }: WalletSelectProps) {
  const { t } = useTranslation();
  // A server of the specification alone says nothing of checksums.
  const isChecked = useUser()?.rights !== undefined;
  if (!data && isError) return <ErrorState title={t('withdrawals.walletsFailed')} onRetry={refetch} />;
  const wallets = data ?? [];
  const chosen = wallets.find(({ id }) => String(id) === value);
  const options = wallets.map((wallet) => {
    const address = middleEllipsis(wallet.wallet_to_withdraw);
    const objection = isDoubtful(wallet) ? t('wallets.notTron') : isWaiting(wallet) && waitText(wallet, t);
    const option = { value: String(wallet.id), label: objection ? `${address} — ${objection}` : address };
    return objection ? { ...option, disabled: true } : option;
  });
  const isNone = data !== undefined && options.every((option) => 'disabled' in option);
  return (
    <div className={classes.select}>
      <SelectField
        label={t('withdrawals.wallet')}
        placeholder={t('withdrawals.chooseWallet')}
        options={options}
        value={value}
        disabled={wallets.length === 0}
        error={error}
        onChange={onChange}
      />
      {chosen && <GroupedAddress value={chosen.wallet_to_withdraw} />}
      {chosen && isChecked && !isDoubtful(chosen) && (
        <p className={classes.checked}>
          <CheckIcon width={16} height={16} />
          {t('withdrawals.checksum')}
        </p>
      )}
      {isNone && (
        <Link to={side.walletsPath}>
          {wallets.length === 0 ? t('withdrawals.noWallets') : t('withdrawals.noneUsable')}
        </Link>
      )}
    </div>
  );
}
