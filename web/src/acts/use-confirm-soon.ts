import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { confirmOrder, type OrderRow } from '@/api/orders';
import type { SessionDispatch } from '@/session/session';
import { focusPlaces } from '@/shared/lib/focus-places';
import { formatAmount } from '@/shared/lib/format-amount';
import { readProblem } from '@/shared/lib/problem';
import { toast } from '@/shared/ui/toast';
import { doSoon, undoByPress, useFate } from './soon';

interface Confirmed {
  order: Pick<OrderRow, 'id' | 'amount' | 'status'>;
  /** The message that fits it; without one there is something to be asked. */
  messageId: string | null | undefined;
}

/**
 * Confirms an order by a message that fits it, in one press: it is sent in five seconds, and until then the same button undoes it.
 * The focus goes on to the next row.
 * @returns what the button does, and how it looks; undefined when the confirmation must ask.
 */
export function useConfirmSoon({ order, messageId }: Confirmed) {
  const { t } = useTranslation();
  const dispatch = useDispatch<SessionDispatch>();
  const fate = useFate(order.id);
  const isUnderWay = fate !== undefined && fate.kind !== 'refused';
  if (!isUnderWay && !messageId) return undefined;

  const sum = formatAmount(order.amount);
  const failed = (sentence: string | undefined) =>
    toast.failure(t('errors.confirm'), { detail: [`${sum}\u00a0₽`, sentence].filter(Boolean).join(': ') });
  const send = async () => {
    const ground = messageId ? { notification_id: messageId } : {};
    const change = { id: order.id, expired: order.status === 'EXPIRED', ground };
    const { error } = await dispatch(confirmOrder.initiate(change, { track: false }));
    if (error !== undefined) {
      const { detail } = readProblem(error);
      failed(detail);
      return { kind: 'refused', sentence: detail ?? t('errors.confirm') } as const;
    }
    toast.success(t('orders.confirmed'));
    // Nothing can be done here any more: whoever still stands here goes on.
    const { activeElement } = document;
    if (activeElement?.getAttribute('data-undo') === order.id) focusPlaces(activeElement).onward();
    return { kind: 'done' } as const;
  };
  const press = (button: HTMLButtonElement) => {
    if (fate?.kind === 'waiting') {
      undoByPress(order.id);
    } else {
      doSoon({ id: order.id, sum, send, onDropped: () => failed(t('soon.dropped')) });
      focusPlaces(button).onward();
    }
  };
  return {
    press,
    isWaiting: fate?.kind === 'waiting',
    isOver: isUnderWay && fate.kind !== 'waiting',
    /** The order whose act is under way: no other row's focus goes on to here. */
    underWay: isUnderWay ? order.id : undefined,
    undoLabel: t('soon.undoOf', { sum }),
  };
}
