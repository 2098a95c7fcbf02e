import type { Actor } from '@kantor/contract/plain/statuses.ts';
import type { Locked, Tx } from '../../../db/tx.ts';
import { postings, readAvailable } from '../../ledger/index.ts';
import { TRANSITIONS } from '../rules.ts';
import type { Order } from '../store/order.ts';
import { type Move, moveOrders, moveOrdersLater } from '../store/steps.ts';
import type { ActiveOrder } from './known.ts';

/** The way in which an order ends for its own sum. `confirm-expired` takes an expired one, the others an active one. */
export type EndingEvent = keyof typeof TRANSITIONS;

/** What of an order its end needs. */
export type EndingOrder = Omit<ActiveOrder, 'status'> & Pick<Order, 'status'>;

/** An order that is to end. */
export interface Ending {
  order: Locked<EndingOrder>;
  event: EndingEvent;
  actor: Actor;
  at: Date;
}

/** A closing pays everyone; an expired order's amount comes from the trader's available account. Any other end returns the hold. */
function postingOf({ order, event }: Ending) {
  const { id, traderId, amountUsdt } = order;
  if (TRANSITIONS[event].to !== 'CLOSED') return postings.orderReleased(id, traderId, amountUsdt);
  return postings.orderClosed(id, order, { held: event === 'confirm' ? amountUsdt : 0n, amount: amountUsdt });
}

const moveOf = (ending: Ending): Move => {
  const { order, event, actor, at } = ending;
  return { order, to: TRANSITIONS[event].to, actor, at, held: 0n, posting: postingOf(ending) };
};

/**
 * Ends orders that are locked in the status which their event asks for, in one statement.
 * @throws InsufficientFunds of a late confirmation; the transaction must then be left.
 */
export const endOrders = (tx: Tx, endings: readonly Ending[]): Promise<void> =>
  moveOrders(
    tx,
    endings.map((ending) => moveOf(ending)),
  );

/** As `endOrders`, together with the next statement of the transaction: that one throws, and the database's own errors. */
export const endOrdersLater = (tx: Tx, endings: readonly Ending[]): Promise<void> =>
  moveOrdersLater(
    tx,
    endings.map((ending) => moveOf(ending)),
  );

/** The micro-USDT that late confirmations of a turn may take from traders before one is refused. */
export async function fundsOf(tx: Tx, endings: readonly Ending[]) {
  const late = endings.filter(({ event }) => event === 'confirm-expired');
  const left = await readAvailable(
    tx,
    late.map(({ order }) => order.traderId),
  );
  return ({ order, event }: Ending): boolean => {
    if (event !== 'confirm-expired') return true;
    const rest = (left.get(order.traderId) ?? 0n) - order.amountUsdt;
    if (rest >= 0n) left.set(order.traderId, rest);
    return rest >= 0n;
  };
}
