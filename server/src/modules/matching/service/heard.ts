import { createHash } from 'node:crypto';
import { after, DAY, MINUTE } from '../../../kernel/clock.ts';
import { namesSum, type Reading, readMessage, redact } from '../../bank-messages/index.ts';
import type { CabinetRef } from '../../cabinets/index.ts';

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
  /** The phone did not tell when it came: the same again is a repeat by how long after. */
  isUndated?: boolean;
  /** The phone's request. */
  plainRequest: string;
}

/** A message of a cabinet with its reading; no secret is left in it. */
export interface Heard {
  cabinet: CabinetRef;
  message: BankMessage;
  reading: Reading;
  /** The text names a sum in roubles, read or not. */
  namesSum: boolean;
  /** The same application saying the same within one minute of the phone's clock has this in common. */
  textHash: Buffer;
}

/** UTF-16 units of a phone's request that are kept. */
const MAX_PLAIN_REQUEST_LENGTH = 64 * 1024;

/**
 * Reads a message. A text may be long and hostile: it is read before anything is locked. No secret of it is written, nor a hash
 * of one, from which a code of six digits is found at once.
 */
export function hear(cabinet: CabinetRef, said: BankMessage): Heard {
  const [safe, reading] = redact(said, readMessage(said));
  const message = { ...safe, plainRequest: safe.plainRequest.slice(0, MAX_PLAIN_REQUEST_LENGTH) };
  return { cabinet, message, reading, namesSum: saysSum(said, reading), textHash: hashOf(safe) };
}

/** What was read as money names its sum: only the rest is looked through. */
const saysSum = ({ text }: BankMessage, { kind }: Reading): boolean =>
  kind === 'income' || kind === 'duplicate' || kind === 'outgoing' || namesSum(text);

function hashOf({ application, text, heardAt, phoneTime = heardAt }: BankMessage): Buffer {
  const minute = Math.floor(phoneTime.getTime() / MINUTE);
  return createHash('sha256')
    .update(JSON.stringify([application, text, minute]))
    .digest();
}

/**
 * Minutes within which an undated message is a repeat: its application tries once more. Of a text with a balance ten, as long as an
 * order keeps its amount: a second payment has another balance. Of one without, the minute before: it may be another payment.
 */
const REPEATED_WITHIN = { balance: 10, none: 1 };

/** What an undated message has in common with the same one of the minutes before. */
export function earlierHashes({ message, reading }: Heard): Buffer[] {
  const minutes = reading.balance === undefined ? REPEATED_WITHIN.none : REPEATED_WITHIN.balance;
  return Array.from({ length: minutes }, (_, n) =>
    hashOf({ ...message, phoneTime: after(message.heardAt, -(n + 1) * MINUTE) }),
  );
}

/** A message that claims to be older has a wrong clock. */
const MAX_AGE_MS = 365 * DAY;

/** The time of a message, never in the future nor long ago: such a clock is wrong. */
export function plausible(heardAt: Date, at: Date): Date {
  if (heardAt > at) return at;
  const oldest = after(at, -MAX_AGE_MS);
  return heardAt < oldest ? oldest : heardAt;
}
