import { useDispatch } from 'react-redux';
import { confirmOrder } from '@/api/orders';
import { confirmForSum, type MatchCandidate, type MessageToSort } from '@/api/match';
import { doSoon, undoByPress, useFate } from '@/acts/soon';
import type { SessionDispatch } from '@/session/session';
import { type MatchTexts, useMatchTexts } from '@/shared/i18n/match';
import { focusPlaces } from '@/shared/lib/focus-places';
import { formatAmount } from '@/shared/lib/format-amount';
import { readProblem } from '@/shared/lib/problem';
import { toast } from '@/shared/ui/toast';

/** For the order's own sum, or for the one that came. */
export type Act = 'own' | 'forSum';

interface Sent {
  error?: unknown;
  /** What is said when it went well. */
  said: string;
}

const send = async (
  dispatch: SessionDispatch,
  t: MatchTexts,
  { message, order, act }: { message: MessageToSort; order: MatchCandidate; act: Act },
): Promise<Sent> => {
  if (act === 'own') {
    const change = { id: order.id, expired: order.status === 'EXPIRED', ground: { notification_id: message.id } };
    const { error } = await dispatch(confirmOrder.initiate(change, { track: false }));
    return { error, said: t('orders.confirmed') };
  }
  const change = { id: order.id, messageId: message.id, key: crypto.randomUUID() };
  const { data, error } = await dispatch(confirmForSum.initiate(change, { track: false }));
  const amount = formatAmount(message.amount);
  return { error, said: data?.way === 'close' ? t('match:closed', { amount }) : t('match:appealed', { amount }) };
};

/**
 * Says in one press which order a message is about: it is sent in five seconds, and until then undone by the same button. The focus
 * goes on to the next message.
 */
export function useSortSoon(message: MessageToSort) {
  const t = useMatchTexts();
  const dispatch = useDispatch<SessionDispatch>();
  const fate = useFate(message.id);

  const failed = (sum: string, sentence: string | undefined) =>
    toast.failure(t('errors.confirm'), { detail: [`${sum}\u00a0₽`, sentence].filter(Boolean).join(': ') });
  const press = (button: Element, order: MatchCandidate, act: Act) => {
    const sum = formatAmount(act === 'own' ? order.amount : message.amount);
    doSoon({
      id: message.id,
      sum,
      send: async () => {
        const { error, said } = await send(dispatch, t, { message, order, act });
        if (error !== undefined) {
          const { detail } = readProblem(error);
          failed(sum, detail);
          return { kind: 'refused', sentence: detail ?? t('errors.confirm') };
        }
        toast.success(said);
        return { kind: 'done' };
      },
      onDropped: () => failed(sum, t('soon.dropped')),
    });
    focusPlaces(button).onward();
  };
  return {
    press,
    undo: () => undoByPress(message.id),
    isUnderWay: fate !== undefined && fate.kind !== 'refused',
    /** Of what may still be undone. */
    waitingSum: fate?.kind === 'waiting' ? fate.sum : undefined,
  };
}
