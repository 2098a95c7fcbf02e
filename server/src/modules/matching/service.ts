import { createHash } from 'node:crypto';
import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock, MINUTE } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent, appendEvents } from '../../outbox/append.ts';
import { type Reading, readMessage } from '../bank-messages/index.ts';
import { closeOrder, type Order, readOrdersByAmount, slotUntil } from '../orders/index.ts';
import { pauseRequisites } from '../requisites/index.ts';
import { reasonOf } from './reasons.ts';
import { decide, type Decision, type Heard, NEAR, type Place, placesOf } from './rules.ts';
import * as store from './store.ts';

export interface HeardMessage {
  /** The phone's own name of the message. */
  messageId: string;
  phone: string;
  application: string;
  text: string;
  /** When the bank's message reached the phone, by our clock: the phone's skew is already taken off. */
  heardAt: Date;
  /** The same by the phone's own clock: the same said again within its minute is a repeat. */
  phoneTime?: Date;
  /** What the phone sent, as it was. */
  plainRequest: string;
}

interface Deps {
  db: Database;
  clock: Clock;
}

interface Cabinet {
  id: string;
  traderId: string;
}

/**
 * Keeps each message once, reads it, and closes the order that it pays, if that is beyond doubt. One transaction a message:
 * whatever happens in between, a message is wholly kept or will be sent again.
 * @returns the ids of the messages that are now kept, new or repeated.
 * @throws ApiError 404 when the cabinet is not the trader's.
 */
export async function receiveMessages(
  deps: Deps,
  cabinet: Cabinet,
  messages: readonly HeardMessage[],
): Promise<string[]> {
  for (const message of messages) await receive(deps, cabinet, message);
  return messages.map(({ messageId }) => messageId);
}

async function receive({ db, clock }: Deps, cabinet: Cabinet, message: HeardMessage): Promise<void> {
  // A text may be long and hostile: it is read before anything is locked.
  const reading = readMessage(message);
  const textHash = hashOf(message);
  await transaction(db, async (tx) => {
    const locked = await store.lockCabinet(tx, cabinet);
    if (locked === undefined) throw notFound();
    const { messageId } = message;
    if (await store.isKept(tx, { cabinetId: cabinet.id, messageId, textHash })) return;
    const at = clock();
    const heard = { reading, at, heardAt: plausible(message.heardAt, at), cabinetIsBlocked: locked.isBlocked };
    await keep(tx, cabinet, { ...message, textHash }, heard);
  });
}

const DAY = 24 * 60 * MINUTE;
const YEAR = 365 * DAY;

/** Nothing was heard in the future, nor before there were phones: such a clock is wrong. */
function plausible(heardAt: Date, at: Date): Date {
  if (heardAt > at) return at;
  return heardAt < after(at, -YEAR) ? after(at, -YEAR) : heardAt;
}

/** The same application saying the same within one minute of the phone's clock has this in common. */
function hashOf({ application, text, heardAt, phoneTime = heardAt }: HeardMessage): Buffer {
  const minute = Math.floor(phoneTime.getTime() / MINUTE);
  return createHash('sha256')
    .update(JSON.stringify([application, text, minute]))
    .digest();
}

/** Decides on a new message, does what follows and writes it down. Locks in the order of ARCHITECTURE.md. */
async function keep(
  tx: Tx,
  { id: cabinetId, traderId }: Cabinet,
  message: HeardMessage & { textHash: Buffer },
  heard: Heard,
): Promise<void> {
  const { reading, at, heardAt } = heard;
  const id = newId(at);
  const { places, none } = placesOf(await store.readPlaces(tx, cabinetId, reading.bank), reading.tail);
  const paused = reading.kind === 'block' ? places.map((place) => place.id) : [];
  await pauseRequisites(tx, { traderId, ids: paused, notificationId: id, at });
  const decision = reading.kind === 'income' && none ? { outcome: none } : await settle(tx, places, heard);
  const orderId = decision.order?.id ?? null;
  const candidates = decision.candidates?.map((order) => order.id) ?? [];
  await store.insertNotification(tx, {
    ...message,
    id,
    cabinetId,
    traderId,
    heardAt,
    createdAt: at,
    outcome: decision.outcome,
    reason: reasonOf(decision, heard, paused.length),
    orderId,
    candidates,
    ...whatWasRead(reading),
  });
  const owners = [traderId];
  const objectIds = orderId === null ? candidates : [orderId, ...candidates];
  await appendEvent(tx, { kind: 'notification.new', objectId: id, owners, at });
  await appendEvents(tx, { kind: 'order.message', objectIds, owners, at });
}

const whatWasRead = ({ kopecks, balance, bank, tail, sender }: Reading) => ({
  amount: kopecks ?? null,
  balance: balance ?? null,
  bank: bank ?? null,
  tail: tail ?? null,
  sender: sender ?? null,
});

/** Decides which order the message is about, and closes the one that it pays. */
async function settle(tx: Tx, places: readonly Place[], heard: Heard): Promise<Decision> {
  for (;;) {
    const orders = await readCandidates(tx, places, heard);
    const decision = decide(heard, orders);
    const order = decision.outcome === 'paid' ? orders.find(({ id }) => id === decision.order?.id) : undefined;
    if (order === undefined) return decision;
    if (await closeOrder(tx, order, { event: 'confirm', actor: 'device', at: heard.at })) return decision;
    // Confirmed, cancelled, expired or appealed by somebody else meanwhile: it is no longer what it was.
  }
}

/** An order that was made longer before the message has nothing to do with it. */
const LONGEST_DELAY = DAY;
/** An order that was made after the message explains at least why it pays nothing. */
const EARLIEST = 60 * MINUTE;

async function readCandidates(tx: Tx, places: readonly Place[], { reading, heardAt }: Heard) {
  const { kind, kopecks: amount } = reading;
  if ((kind !== 'income' && kind !== 'duplicate') || amount === undefined || places.length === 0) return [];
  const requisiteIds = places.map(({ id }) => id);
  const [since, until] = [after(heardAt, -LONGEST_DELAY), after(heardAt, EARLIEST)];
  const orders = await readOrdersByAmount(tx, { requisiteIds, amount, within: NEAR, since, until });
  return orders.map((order: Order) => ({ ...order, recentUntil: slotUntil(order) }));
}
