import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { useGetNotificationQuery, type NotificationDetail } from '@/api/notifications';
import { DASH } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { middleEllipsis } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { DetailColumns, DetailScreen } from '@/shared/ui/detail-screen';
import { FactsCard, type Fact } from '@/shared/ui/facts';
import { PageNotFound } from '@/shared/ui/page-not-found';
import { RawText } from '@/shared/ui/raw/raw-text';

export function Component() {
  const { id } = useParams();
  return id ? <NotificationDetails id={id} /> : <PageNotFound />;
}

function NotificationDetails({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useGetNotificationQuery(id);
  return (
    <DetailScreen
      query={query}
      title={t('notifications.detail')}
      back={{ to: paths.notifications, label: t('sections.notifications') }}
      errorText={t('notifications.detailNotFound')}
    >
      {(notification) => (
        <DetailColumns
          main={<FactsCard title={t('notifications.info')} facts={notificationFacts(notification, t)} />}
          side={<RawText title={t('notifications.raw')} text={notification.plain_request} />}
        />
      )}
    </DetailScreen>
  );
}

const notificationFacts = (notification: NotificationDetail, t: TFunction): readonly Fact[] => [
  [t('notifications.cabinet'), notification.cabinet.device_name],
  [t('notifications.openOrder'), <OrderLink key="order" id={notification.order} />],
  [t('notifications.text'), notification.text],
  [t('notifications.phone'), notification.phone || DASH],
  [t('notifications.application'), notification.application],
  [t('notifications.created'), formatDateTime(notification.created_at)],
];

function OrderLink({ id }: { id: string | null }) {
  const { t } = useTranslation();
  if (id === null) return t('notifications.noOrder');
  return (
    <Link to={paths.order(id)} title={id}>
      <code>{middleEllipsis(id)}</code>
    </Link>
  );
}
