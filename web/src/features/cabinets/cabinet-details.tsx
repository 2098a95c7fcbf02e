import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePolling } from '@/api/api';
import { useGetCabinetQuery } from '@/api/cabinets';
import { paths } from '@/shared/lib/paths';
import { DetailScreen } from '@/shared/detail/detail-screen';
import { PageNotFound } from '@/shared/ui/page-not-found';
import { StaleNote } from '@/shared/ui/states';
import { CabinetForm } from './cabinet-form';

export function Component() {
  const { id } = useParams();
  return id ? <CabinetDetails id={id} /> : <PageNotFound />;
}

function CabinetDetails({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useGetCabinetQuery(id, usePolling());
  const cabinet = query.currentData;
  const back = { to: paths.cabinets, label: t('sections.cabinets') };
  if (cabinet) {
    const note = query.isError && <StaleNote onRetry={query.refetch} />;
    // Blocked meanwhile: what was being changed is void.
    return <CabinetForm key={`${id} ${cabinet.is_blocked_forever}`} cabinet={cabinet} back={back} note={note} />;
  }
  return (
    <DetailScreen query={query} title={t('cabinets.detail')} back={back} errorText={t('cabinets.detailNotFound')}>
      {() => null}
    </DetailScreen>
  );
}
