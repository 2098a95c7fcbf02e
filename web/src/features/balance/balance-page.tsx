import { useTranslation } from 'react-i18next';
import { useUser } from '@/session/use-user';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { BalanceSkeleton } from './balance-card';
import { MerchantBalance } from './merchant-balance';
import { TraderBalance } from './trader-balance';

/** A trader's balance, or the summary that everyone else has. */
export function Component() {
  const { t } = useTranslation();
  const role = useUser()?.role;
  return (
    <>
      <ScreenTitle>{t('balance.title')}</ScreenTitle>
      {role === undefined && <BalanceSkeleton cards={3} />}
      {role === 'trader' && <TraderBalance />}
      {role !== undefined && role !== 'trader' && <MerchantBalance />}
    </>
  );
}
