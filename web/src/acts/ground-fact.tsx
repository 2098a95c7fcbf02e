import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { OrderDetail } from '@/api/orders';
import { paths } from '@/shared/lib/paths';
import { MessageText } from '@/shared/raw/message-text';

/** What its trader confirmed an order by. */
export function GroundFact({ ground }: { ground: OrderDetail['ground'] }) {
  const { t } = useTranslation();
  if (!ground) return t('confirm.noGround');
  if (ground.notification !== null) {
    return <Link to={paths.notification(ground.notification)}>{t('confirm.byMessage')}</Link>;
  }
  return (
    <>
      {ground.kind !== 'message' && t(`confirm.without.${ground.kind}`)}
      {ground.note !== null && (
        <>
          {': '}
          <MessageText text={ground.note} />
        </>
      )}
    </>
  );
}
