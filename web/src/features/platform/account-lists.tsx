import { Link } from 'react-router';
import type { AccountPage } from '@/api/platform-accounts';
import { Card } from '@/shared/detail/facts';
import { paths } from '@/shared/lib/paths';
import { useTexts } from './texts';
import classes from './account.module.css';

/** The lists of the platform in which an account of each role has something. */
const LISTS = {
  trader: [
    ['orders', 'platformOrders'],
    ['payouts', 'platformPayouts'],
    ['withdrawals', 'platformWithdrawals'],
    ['appeals', 'platformAppeals'],
    ['requisites', 'platformRequisites'],
    ['cabinets', 'platformCabinets'],
    ['notifications', 'platformNotifications'],
    ['deposits', 'platformDeposits'],
    ['journal', 'platformJournal'],
  ],
  merchant: [
    ['orders', 'platformOrders'],
    ['payouts', 'platformPayouts'],
    ['withdrawals', 'platformWithdrawals'],
    ['appeals', 'platformAppeals'],
    ['webhooks', 'platformWebhooks'],
    ['journal', 'platformJournal'],
  ],
} as const;

/** The way to everything of the account. */
export function Lists({ account: { id, role } }: { account: AccountPage }) {
  const t = useTexts();
  return (
    <Card title={t('platform:accounts.lists')}>
      <ul className={classes.links}>
        {LISTS[role].map(([list, section]) => (
          <li key={list}>
            <Link to={paths.platformListOf(id, list)}>{t(`sections.${section}`)}</Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
