import type { Tx } from '../../../db/tx.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import type { ObjectEvent } from '../../../outbox/append.ts';
import type { Reading } from '../../bank-messages/index.ts';
import { type LockedCabinet, lockCabinets } from '../../cabinets/index.ts';
import { insertNotifications, payByEarlier, readKept } from '../../devices/index.ts';
import { endOrdersLater, lockOrders } from '../../orders/index.ts';
import { pauseRequisites } from '../../requisites/index.ts';
import { reasonOf, REASON_BY_COUNT } from '../reasons.ts';
import { keepChainsLater } from '../store/chains.ts';
import { keepVerdictsLater } from '../store/verdicts.ts';
import { createPutOff, type Decided, decideEach, type Placed, withoutEntangled } from './deciding.ts';
import type { Heard } from './heard.ts';

/**
 * What became of a message. `kept`: now or before. `entangled`: an order that it may be about is closed by an earlier message,
 * which must be seen. `apart`: its cabinet, or the order that it pays, is in other hands. Of the last two nothing was kept.
 */
export type Fate = 'kept' | 'entangled' | 'apart';

interface Manner {
  clock: Clock;
  /** Of a cabinet, or an order, that somebody else has locked. */
  busy: 'wait' | 'skip';
}

/**
 * Keeps messages, decides on each as if it came after those before it, and closes the orders that they pay: all in the caller's
 * transaction. Locks in the order of ARCHITECTURE.md.
 * @throws ApiError 404 when it waits for a cabinet that is not the trader's; otherwise such a message is `apart`.
 */
export async function keepTogether(
  tx: Tx,
  messages: readonly Heard[],
  { clock, busy }: Manner,
): Promise<ReadonlyMap<Heard, Fate>> {
  const asked = messages.map(({ cabinet }) => cabinet);
  const cabinets = await lockCabinets(tx, asked, { busy });
  if (busy === 'wait' && cabinets.length === 0) throw notFound();
  const { placed, repeats } = place(messages, cabinets);
  const known = await readKept(tx, placed);
  const at = clock();
  const fresh = placed.filter((message) => !known.has(message));
  const free = withoutEntangled(await decideEach(tx, fresh, at));
  const settled = await close(tx, free, { at, busy });
  await keep(tx, settled, at);

  const fates = new Map<Heard, Fate>(messages.map((message) => [message, 'apart']));
  for (const { heard } of fresh) fates.set(heard, 'entangled');
  for (const { heard } of free) fates.set(heard, 'apart');
  for (const { heard } of [...known, ...settled]) fates.set(heard, 'kept');
  for (const [repeat, first] of repeats) fates.set(repeat, fates.get(first) ?? 'apart');
  return fates;
}

/** The messages of the locked cabinets, without those that repeat an earlier one of them. */
function place(messages: readonly Heard[], cabinets: readonly LockedCabinet[]) {
  const byId = new Map(cabinets.map((cabinet) => [cabinet.id, cabinet]));
  const placed: Placed[] = [];
  const repeats = new Map<Heard, Heard>();
  for (const heard of messages) {
    const cabinet = byId.get(heard.cabinet.id);
    if (cabinet?.traderId !== heard.cabinet.traderId) continue;
    const { message, textHash } = heard;
    const { messageId } = message;
    const first = placed.find(
      (other) => other.cabinet === cabinet && (other.messageId === messageId || other.textHash.equals(textHash)),
    );
    if (first === undefined) placed.push({ heard, cabinet, messageId, textHash });
    else repeats.set(heard, first.heard);
  }
  return { placed, repeats };
}

/** Closes the orders that the messages pay. @returns the messages without those whose order is not active any more, or not free. */
async function close(tx: Tx, messages: readonly Decided[], { at, busy }: { at: Date; busy: Manner['busy'] }) {
  const wanted = messages.flatMap(({ pays }) => pays.map(({ orderId }) => orderId));
  if (wanted.length === 0) return messages;
  const orders = await lockOrders(tx, wanted, { skipLocked: busy === 'skip' });
  const active = new Map([...orders].filter(([, { status }]) => status === 'ACTIVE'));
  const putOff = createPutOff();
  const settled = messages.filter((message) => {
    // Earlier messages are locked after the accounts, for which a turn does not wait.
    const isFree =
      (message.pays.length < 2 || busy === 'wait') &&
      message.pays.every(({ orderId }) => active.has(orderId)) &&
      !putOff.has(message);
    if (!isFree) putOff.add(message);
    return isFree;
  });
  const closed = settled.flatMap(({ pays }) => pays.flatMap(({ orderId }) => active.get(orderId) ?? []));
  await endOrdersLater(
    tx,
    closed.map((order) => ({ order, event: 'confirm', actor: 'device', at })),
  );
  return settled;
}

/** An earlier message was chosen by its trader meanwhile: nothing of the transaction may stay. */
export class Overtaken extends Error {
  constructor() {
    super('An earlier message was used meanwhile');
  }
}

/** The earlier messages that a message is paired with pay their orders. @throws Overtaken */
async function payEarlier(tx: Tx, messages: readonly Decided[]): Promise<void> {
  const payments = messages.flatMap(({ id, pays }) => pays.filter(({ messageId }) => messageId !== id));
  if (payments.length > 0 && !(await payByEarlier(tx, payments, REASON_BY_COUNT))) throw new Overtaken();
}

/** Keeps messages with what was decided, pauses what they say is blocked, and tells the screens. */
async function keep(tx: Tx, messages: readonly Decided[], at: Date): Promise<void> {
  if (messages.length === 0) return;
  for (const { id, paused } of messages) await pauseRequisites(tx, paused, id, at);
  await payEarlier(tx, messages);
  await insertNotifications(
    tx,
    messages.map(({ id, heard, cabinet, textHash, input, decision, paused }) => ({
      ...heard.message,
      id,
      cabinet,
      textHash,
      namesSum: heard.namesSum,
      heardAt: input.heardAt,
      createdAt: at,
      outcome: decision.outcome,
      reason: reasonOf(decision, input, paused.length),
      orderId: decision.order?.id ?? null,
      candidates: idsOf(decision.candidates),
      ...readFields(input.reading),
    })),
    messages.flatMap((message) => eventsOf(message, at)),
  );
  await keepChainsLater(
    tx,
    messages.flatMap(({ accounts }) => accounts),
  );
  await keepVerdictsLater(
    tx,
    messages.flatMap(({ verdicts }) => verdicts),
    at,
  );
}

const idsOf = (orders: readonly { id: string }[] = []) => orders.map(({ id }) => id);

function eventsOf({ id, cabinet, decision: { order, candidates }, pays }: Decided, at: Date): ObjectEvent[] {
  const about = { owners: [cabinet.traderId], at };
  const earlier = pays.filter(({ messageId }) => messageId !== id);
  const orderIds = [...idsOf(order && [order]), ...idsOf(candidates), ...earlier.map(({ orderId }) => orderId)];
  return [
    { kind: 'notification.new', objectId: id, ...about },
    ...earlier.map(({ messageId }) => ({ kind: 'notification.changed' as const, objectId: messageId, ...about })),
    ...orderIds.map((objectId) => ({ kind: 'order.message' as const, objectId, ...about })),
  ];
}

const readFields = ({ kopecks, balance, bank, tail, sender }: Reading) => ({
  amount: kopecks ?? null,
  balance: balance ?? null,
  bank: bank ?? null,
  tail: tail ?? null,
  sender: sender ?? null,
});
