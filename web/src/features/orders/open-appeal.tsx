import { lazy, Suspense, useState } from 'react';
import type { OrderDetail } from '@/api/orders';
import { ActionButton } from '@/shared/action/action-button';
import { useMay } from '@/session/may';
import { useTranslation } from 'react-i18next';

const Form = lazy(() => import('./open-appeal-form'));

/** For the merchant of an order that is not closed: what its payer says is brought to the trader. */
export function OpenAppeal({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  const may = useMay('appeals.open');
  const [isAsking, setAsking] = useState(false);
  const canBe = order.status === 'ACTIVE' || order.status === 'EXPIRED' || order.status === 'DECLINED';
  if (!may || !canBe) return null;
  return (
    <>
      <ActionButton
        variant="default"
        onClick={({ currentTarget }) => {
          currentTarget.focus();
          setAsking(true);
        }}
      >
        {t('orders.appealAct')}
      </ActionButton>
      <Suspense>{isAsking && <Form order={order} onClose={() => setAsking(false)} />}</Suspense>
    </>
  );
}
