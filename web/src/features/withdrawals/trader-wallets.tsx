import { useTranslation } from 'react-i18next';
import type { Wallet } from '@/api/wallets';
import { StableTable } from '@/shared/list/stable-table';
import { useColumns } from '@/shared/list/use-columns';
import { EmptyState, ErrorState } from '@/shared/ui/states';
import { addWallet } from './add-wallet';
import { TRADER } from './sides';
import { walletColumns } from './wallet-columns';
import classes from './wallets.module.css';

const rowKey = ({ id }: Wallet) => String(id);
const SKELETON_ROWS = 1;
const AddWallet = addWallet(TRADER, 'default');
const columnsOf = walletColumns(TRADER);
const { useQuery: useWallets } = TRADER.wallets;

/** A trader's wallets stand on the page of their withdrawals. */
export function TraderWallets() {
  const { t } = useTranslation();
  const { data: wallets, isError, refetch } = useWallets();
  const columns = useColumns(columnsOf, t, wallets);
  return (
    <section className={classes.section} aria-labelledby="wallets">
      <div className={classes.head}>
        <h2 id="wallets">{t('wallets.title')}</h2>
        <AddWallet />
      </div>
      {!wallets && isError ? (
        <ErrorState title={t('withdrawals.walletsFailed')} onRetry={refetch} />
      ) : (
        <StableTable
          label={t('wallets.title')}
          columns={columns}
          rows={wallets}
          rowKey={rowKey}
          scope="wallets"
          skeletonRows={SKELETON_ROWS}
          empty={<EmptyState title={t('wallets.none')} hint={t('wallets.noneHint')} />}
        />
      )}
    </section>
  );
}
