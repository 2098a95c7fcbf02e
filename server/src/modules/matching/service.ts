import { createHash } from 'node:crypto';
import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import { after, type Clock, DAY, HOUR, MINUTE } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { appendEvent, appendEvents } from '../../outbox/append.ts';
import { type Reading, readMessage, redact } from '../bank-messages/index.ts';
import { type CabinetRef, lockCabinet, type LockedCabinet } from '../cabinets/index.ts';
import { insertNotification, isKept } from '../devices/index.ts';
import { closeOrder, type Order, readOrdersByAmount, slotUntil } from '../orders/index.ts';
import { pauseRequisites } from '../requisites/index.ts';
import { reasonOf } from './reasons.ts';
import { decide, type Decision, MAX_NEAR_KOPECKS, type DecisionInput, requisitesOf } from './rules.ts';
import { type CandidatePayee, readPayeesOf } from './store.ts';

export interface BankMessage {
  /** The phone's own name of the message. */
  messageId: string;
  phone: string;
  application: string;
  text: string;
  /** An application of the phone speaks, and no sender of an SMS; absent where the phone does not tell. */
  isNotification?: boolean;
  /** When the bank's message reached the phone, by our clock: the phone's skew is already taken off. */
  heardAt: Date;
  /** The same by the phone's own clock: the same said again within its minute is a repeat. */
  phoneTime?: Date;
  /** The phone's request. */
  plainRequest: string;
}

interface Deps {
  db: Database;
  clock: Clock;
}

/**
 * Keeps a message once, reads it, and closes the order that it pays, if that is beyond doubt. One transaction: whatever
 * happens in between, a message is wholly kept or will be sent again.
 * @throws ApiError 404 when the cabinet is not the trader's.
 */
export async function receiveMessage({ db, clock }: Deps, cabinet: CabinetRef, message: BankMessage): Promise<void> {
  // A text may be long and hostile: it is read before anything is locked. No secret of it is written, nor a hash of one,
  // from which a code of six digits is found at once.
  const [safe, reading] = redact(message, readMessage(message));
  const { application } = safe;
  const plainRequest = safe.plainRequest.slice(0, MAX_PLAIN_REQUEST_LENGTH);
  const textHash = hashOf(safe);
  await transaction(db, async (tx) => {
    const locked = await lockCabinet(tx, cabinet);
    if (locked === undefined) throw notFound();
    if (await isKept(tx, locked, { messageId: safe.messageId, textHash })) return;
    const at = clock();
    const heardAt = plausible(message.heardAt, at);
    await keep(
      tx,
      locked,
      { ...safe, plainRequest, textHash },
      { reading, application, at, heardAt, cabinetIsBlocked: locked.isBlocked },
    );
  });
}

/** UTF-16 units of a phone's request that are kept. */
const MAX_PLAIN_REQUEST_LENGTH = 64 * 1024;

/** A message that claims to be older has a wrong clock. */
const MAX_AGE_MS = 365 * DAY;

/** The time of a message, never in the future nor long ago: such a clock is wrong. */
function plausible(heardAt: Date, at: Date): Date {
  if (heardAt > at) return at;
  const oldest = after(at, -MAX_AGE_MS);
  return heardAt < oldest ? oldest : heardAt;
}

/** The same application saying the same within one minute of the phone's clock has this in common. */
function hashOf({ application, text, heardAt, phoneTime = heardAt }: BankMessage): Buffer {
  const minute = Math.floor(phoneTime.getTime() / MINUTE);
  return createHash('sha256')
    .update(JSON.stringify([application, text, minute]))
    .digest();
}

/** Decides on a new message, acts on the decision and keeps both. Locks in the order of ARCHITECTURE.md. */
async function keep(
  tx: Tx,
  cabinet: LockedCabinet,
  message: BankMessage & { textHash: Buffer },
  input: DecisionInput,
): Promise<void> {
  const { reading, at, heardAt } = input;
  const { traderId } = cabinet;
  const id = newId(at);
  const payees = await readPayeesOf(tx, cabinet.id, { bank: reading.bank, since: after(heardAt, -MAX_DELAY_MS) });
  // Money may come to bank data that were replaced meanwhile; a requisite is paused for its present ones.
  const named = reading.kind === 'block' ? payees.filter(({ isInForce }) => isInForce) : payees;
  const { requisites, none } = requisitesOf(named, reading);
  const paused = reading.kind === 'block' ? requisites.map((requisite) => requisite.id) : [];
  await pauseRequisites(tx, paused, id, at);
  const decision = reading.kind === 'income' && none ? { outcome: none } : await settle(tx, requisites, input);
  const orderId = decision.order?.id ?? null;
  const candidates = decision.candidates?.map((order) => order.id) ?? [];
  await insertNotification(tx, cabinet, {
    ...message,
    id,
    heardAt,
    createdAt: at,
    outcome: decision.outcome,
    reason: reasonOf(decision, input, paused.length),
    orderId,
    candidates,
    ...readFields(reading),
  });
  const owners = [traderId];
  const objectIds = orderId === null ? candidates : [orderId, ...candidates];
  await appendEvent(tx, { kind: 'notification.new', objectId: id, owners, at });
  await appendEvents(tx, { kind: 'order.message', objectIds, owners, at });
}

const readFields = ({ kopecks, balance, bank, tail, sender }: Reading) => ({
  amount: kopecks ?? null,
  balance: balance ?? null,
  bank: bank ?? null,
  tail: tail ?? null,
  sender: sender ?? null,
});

/** Decides which order the message is about, and closes the one that it pays. */
async function settle(tx: Tx, payees: readonly CandidatePayee[], input: DecisionInput): Promise<Decision> {
  for (;;) {
    const orders = await readCandidates(tx, payees, input);
    const decision = decide(input, orders);
    const order = decision.outcome === 'paid' ? orders.find(({ id }) => id === decision.order?.id) : undefined;
    if (order === undefined) return decision;
    if (await closeOrder(tx, order, { event: 'confirm', actor: 'device', at: input.at })) return decision;
    // The order was confirmed, cancelled, expired or appealed meanwhile: the next turn reads it anew.
  }
}

/** An order that was made longer before the message has nothing to do with it. */
const MAX_DELAY_MS = DAY;
/** An order that was made so shortly after the message explains at least why the message pays nothing. */
const MAX_LEAD_MS = HOUR;

/** The orders that were issued with bank data which the message may name. */
async function readCandidates(tx: Tx, payees: readonly CandidatePayee[], { reading, heardAt }: DecisionInput) {
  const { kind, kopecks: amount } = reading;
  if ((kind !== 'income' && kind !== 'duplicate') || amount === undefined || payees.length === 0) return [];
  const requisiteIds = [...new Set(payees.map(({ id }) => id))];
  const [since, until] = [after(heardAt, -MAX_DELAY_MS), after(heardAt, MAX_LEAD_MS)];
  const orders = await readOrdersByAmount(tx, { requisiteIds, amount, within: MAX_NEAR_KOPECKS, since, until });
  const isPaidTo = (order: Order) =>
    payees.some(({ id, payeeVersion }) => id === order.requisiteId && payeeVersion === order.payeeVersion);
  return orders.filter(isPaidTo).map((order) => ({ ...order, recentUntil: slotUntil(order) }));
}
