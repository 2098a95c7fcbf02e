import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Requisite } from '@/api/requisites';
import { paths } from '@/shared/lib/paths';
import { readProblem } from '@/shared/lib/problem';

/** What the rows of the requisite's orders show of it. */
const tailOf = ({ last_4_digits_card: last4, phone }: Requisite): string => {
  const tail = last4 || phone.slice(-4);
  return tail && `•${tail}`;
};

/** Why a requisite was not saved: its payers are on their way to the bank data, or they may not be its own. */
export function BankDataRefusal({ requisite, error }: { requisite: Requisite; error: unknown }) {
  const { t } = useTranslation();
  const { code, detail } = readProblem(error);
  if (code === 'bank_data_refused') return detail;
  if (code !== 'active_orders') return t('errors.save');
  return (
    <>
      {detail} <Link to={paths.activeOrders(tailOf(requisite))}>{t('requisites.showActiveOrders')}</Link>
    </>
  );
}
