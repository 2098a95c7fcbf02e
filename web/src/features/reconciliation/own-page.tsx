import { useParams } from 'react-router';
import { getReconciliation, useGetReconciliationQuery } from '@/api/reconciliations';
import { paths } from '@/shared/lib/paths';
import { PRELOAD, type Preload } from '@/shared/lib/query-call';
import { ReconciliationPage } from './reconciliation-page';

export const preload: Preload = ({ params: { id = '' } }) => getReconciliation.initiate(id, PRELOAD);

/** A merchant's reconciliation. */
export function Component() {
  const { id = '' } = useParams();
  return <ReconciliationPage isPlatform={false} back={paths.reconciliations} query={useGetReconciliationQuery(id)} />;
}
