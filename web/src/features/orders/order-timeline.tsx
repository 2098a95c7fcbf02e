import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isRunning, type OrderDetail } from '@/api/orders';
import { useGetOrderPostingsQuery } from '@/api/postings';
import { useRole, useUser } from '@/session/use-user';
import { Card } from '@/shared/detail/facts';
import { type Moment, Timeline } from '@/shared/detail/timeline';
import { SignedSum } from '@/shared/entries/sum';
import { paths } from '@/shared/lib/paths';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import { Boundary } from '@/shared/ui/boundary';
import { Status } from '@/shared/ui/status';
import { OrderAppeal } from './order-appeal';
import classes from './order-side.module.css';

/** A server of the bare specification does not say who. */
const stepsOf = ({ status_history: history }: OrderDetail, t: TFunction): readonly Moment[] =>
  history.map((step, index) => ({
    key: `step ${index}`,
    at: step.created_at,
    what: <Status kind="order" of={step} />,
    by: step.actor && t(`order.actors.${step.actor}`),
  }));

/** Banks' messages about the order: the one that paid it, the one of its appeal, those that came too late or may be about it. */
const messagesOf = ({ notifications }: OrderDetail, t: TFunction): readonly Moment[] =>
  (notifications ?? []).map(({ id, created_at: at, text, outcome, reason }) => ({
    key: id,
    at,
    what: <Link to={paths.notification(id)}>{t('order.message')}</Link>,
    more: (
      <>
        <Outcome outcome={outcome} reason={reason} />
        <MessageText text={text} cut />
      </>
    ),
  }));

const endOf = (order: OrderDetail, t: TFunction): readonly Moment[] =>
  isRunning(order) ? [{ key: 'end', at: order.expires_at, what: t('order.ends'), isAhead: true }] : [];

/** What it moved on the reader's own balance; what is held is told by what the balance has less. */
const useMoneyOf = ({ id }: OrderDetail, t: TFunction): readonly Moment[] => {
  const isTold = useUser()?.rights?.includes('postings.read') ?? false;
  const { currentData = [] } = useGetOrderPostingsQuery(id, { skip: !isTold });
  return currentData.flatMap(({ created_at: at, part, amount }, index) =>
    part === 'held'
      ? []
      : [
          {
            key: `money ${index}`,
            at,
            what: (
              <>
                <SignedSum amount={amount} /> <span className={classes.none}>{t(`order.moved.${part}`)}</span>
              </>
            ),
          },
        ],
  );
};

/** What happened to an order: its statuses and, for its trader, the banks' messages; under them its appeal. */
export function OrderTimeline({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  return (
    <Card title={t('order.history')}>
      <Boundary>
        <Moments order={order} />
      </Boundary>
      <Boundary>
        <OrderAppeal appeal={order.appeal} />
      </Boundary>
    </Card>
  );
}

function Moments({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  const isTrader = useRole() === 'trader';
  const steps = stepsOf(order, t);
  const messages = isTrader ? messagesOf(order, t) : [];
  const money = useMoneyOf(order, t);
  // Of one instant, the message comes before the end that it brought.
  return (
    <>
      {steps.length === 0 && <p className={classes.none}>{t('order.noHistory')}</p>}
      {steps.length + messages.length > 0 && (
        <Timeline label={t('order.history')} moments={[...messages, ...steps, ...money, ...endOf(order, t)]} />
      )}
      {isTrader && order.notifications?.length === 0 && <p className={classes.none}>{t('order.noMessages')}</p>}
    </>
  );
}
