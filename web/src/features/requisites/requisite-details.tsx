import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePolling } from '@/api/api';
import { useGetRequisiteQuery } from '@/api/requisites';
import { paths } from '@/shared/lib/paths';
import { DetailScreen } from '@/shared/detail/detail-screen';
import { PageNotFound } from '@/shared/ui/page-not-found';
import { StaleNote } from '@/shared/ui/states';
import { RequisiteForm } from './requisite-form';

export function Component() {
  const { id } = useParams();
  return id ? <RequisiteDetails id={id} /> : <PageNotFound />;
}

function RequisiteDetails({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useGetRequisiteQuery(id, usePolling());
  const requisite = query.currentData;
  const back = { to: paths.requisites, label: t('sections.requisites') };
  if (requisite) {
    const note = query.isError && <StaleNote onRetry={query.refetch} />;
    return <RequisiteForm key={id} requisite={requisite} back={back} note={note} />;
  }
  return (
    <DetailScreen query={query} title={t('requisites.detail')} back={back} errorText={t('requisites.detailNotFound')}>
      {() => null}
    </DetailScreen>
  );
}
