import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { AppealRow } from '@/api/appeals';
import { paths } from '@/shared/lib/paths';
import { CopyButton } from '@/shared/ui/copy-button';
import { IdText } from '@/shared/ui/short-id';
import type { FromList } from '@/shared/list/beside';
import classes from './appeals.module.css';

/** The order's id with a button that copies it; the id itself opens the appeal, as the rest of the row does. */
export function OrderIdCell({ appeal }: { appeal: AppealRow }) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const state: FromList = { fromList: pathname + search };
  return (
    <span className={classes.order}>
      {/* The row has its tab stop already. */}
      <Link to={paths.appeal(appeal.id)} state={state} tabIndex={-1}>
        <IdText value={appeal.order_id} />
      </Link>
      <CopyButton value={appeal.order_id} subject={t('appeals.orderId')} />
    </span>
  );
}
