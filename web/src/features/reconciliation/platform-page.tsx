import { useParams } from 'react-router';
import { getPlatformReconciliation, useGetPlatformReconciliationQuery } from '@/api/reconciliations';
import { paths } from '@/shared/lib/paths';
import { PRELOAD, type Preload } from '@/shared/lib/query-call';
import { ReconciliationPage } from './reconciliation-page';

export const preload: Preload = ({ params: { id = '' } }) => getPlatformReconciliation.initiate(id, PRELOAD);

/** The platform's reconciliation. */
export function Component() {
  const { id = '' } = useParams();
  return (
    <ReconciliationPage isPlatform back={paths.platformReconciliations} query={useGetPlatformReconciliationQuery(id)} />
  );
}
