import {
  APPEAL_STATUSES,
  type AppealStatus,
  ORDER_STATUSES,
  type OrderStatus,
  PAYOUT_STATUSES,
  type PayoutStatus,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from '@kantor/contract/plain/statuses.ts';
import { HOUR, MINUTE, SECOND } from '../../kernel/clock.ts';

/** An object of a merchant has entered a status. */
export type Happened =
  | { object: 'order'; status: OrderStatus }
  | { object: 'appeal'; status: AppealStatus }
  | { object: 'payout'; status: PayoutStatus }
  | { object: 'withdrawal'; status: WithdrawalStatus };

export interface Happening {
  /** `order.closed` */
  type: string;
  happened: Happened;
  objectId: string;
  at: Date;
}

const HAPPENED = new Map<string, Happened>();
const add = (happened: Happened) => HAPPENED.set(`${happened.object}.${happened.status.toLowerCase()}`, happened);
for (const status of ORDER_STATUSES) add({ object: 'order', status });
for (const status of APPEAL_STATUSES) add({ object: 'appeal', status });
for (const status of PAYOUT_STATUSES) add({ object: 'payout', status });
for (const status of WITHDRAWAL_STATUSES) add({ object: 'withdrawal', status });

/** What an event of the outbox says of a merchant's object; undefined when it is about something else. */
export const happenedIn = (kind: string): Happened | undefined => HAPPENED.get(kind);

/** How long a message is tried. Milliseconds. */
export const PATIENCE = 24 * HOUR;

/** How long a former secret signs as well. Milliseconds. */
export const OVERLAP = 24 * HOUR;

/** Between one attempt and the next; then hourly. */
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
const SHORTEST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = HOUR;
/** Pauses are up to this part longer or shorter, so that what failed together does not come back together. */
const JITTER = 0.2;

interface Failure {
  /** Failed attempts in a row, with this one. */
  tries: number;
  /** Milliseconds that the server asked for. */
  retryAfter?: number | undefined;
}

/**
 * Milliseconds until the next attempt.
 * @param random uniform in [0, 1).
 */
export function pauseAfter({ tries, retryAfter }: Failure, random: () => number): number {
  if (retryAfter !== undefined) return Math.min(Math.max(retryAfter, SHORTEST_PAUSE), LONGEST_PAUSE);
  return Math.round((PAUSES[tries - 1] ?? LONGEST_PAUSE) * (1 - JITTER + 2 * JITTER * random()));
}

/**
 * Milliseconds that a `Retry-After` asks for (RFC 9110, 10.2.3: seconds, or a date); undefined when it says nothing.
 */
export function readRetryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND;
  // Date.parse takes nearly anything for a date.
  const date = header.endsWith(' GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(date - now.getTime(), 0);
}
