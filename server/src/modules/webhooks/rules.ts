import {
  APPEAL_STATUSES,
  type AppealStatus,
  ORDER_STATUSES,
  type OrderStatus,
  PAYOUT_STATUSES,
  type PayoutSettlement,
  type PayoutStatus,
  type WithdrawalOutcome,
  type WithdrawalStatus,
} from '@kantor/contract/plain/statuses.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../kernel/clock.ts';

/** An object of a merchant enters a status; a closed order that is reversed stays closed. */
export type StatusChange =
  | { object: 'order'; status: OrderStatus | 'REVERSED' }
  | { object: 'appeal'; status: AppealStatus }
  | { object: 'payout'; status: PayoutStatus; settlement: PayoutSettlement | null }
  | { object: 'withdrawal'; status: WithdrawalStatus; outcome: WithdrawalOutcome | null }
  /** It has none: it is there. */
  | { object: 'report' };

/** An event of the outbox that merchants may want to know of. */
export interface WebhookEvent {
  /** Its number in the outbox. */
  id: bigint;
  /** `order.closed` */
  type: string;
  change: StatusChange;
  objectId: string;
  at: Date;
}

const CHANGES = new Map<string, StatusChange>();
const add = (change: Exclude<StatusChange, { object: 'report' }>, what: string = change.status) =>
  CHANGES.set(`${change.object}.${what.toLowerCase()}`, change);
for (const status of [...ORDER_STATUSES, 'REVERSED'] as const) add({ object: 'order', status });
for (const status of APPEAL_STATUSES) add({ object: 'appeal', status });
for (const what of ['EVIDENCE', 'DECLINED', 'CONTESTED', 'ESCALATED']) add({ object: 'appeal', status: 'OPEN' }, what);
for (const status of PAYOUT_STATUSES)
  add({ object: 'payout', status, settlement: status === 'DONE' ? 'contestable' : null });
for (const settlement of ['contested', 'settled'] as const)
  add({ object: 'payout', status: 'DONE', settlement }, settlement);
// A word for each end: whoever knows only `closed` does not take a rejected one for sent.
CHANGES.set('withdrawal.open', { object: 'withdrawal', status: 'OPEN', outcome: null });
CHANGES.set('withdrawal.closed', { object: 'withdrawal', status: 'CLOSED', outcome: 'SENT' });
CHANGES.set('withdrawal.rejected', { object: 'withdrawal', status: 'CLOSED', outcome: 'REJECTED' });
CHANGES.set('withdrawal.cancelled', { object: 'withdrawal', status: 'CLOSED', outcome: 'CANCELLED' });
CHANGES.set('report.day', { object: 'report' });

/** The status change of a kind of events; undefined when it is about something else than a merchant's object. */
export const statusChangeOf = (kind: string): StatusChange | undefined => CHANGES.get(kind);

/** A delivery is tried so long. */
export const MAX_AGE_MS = DAY;

/** A former secret signs as well for so long. */
export const SECRET_OVERLAP_MS = DAY;

/** Between one attempt and the next; then hourly. */
const PAUSES_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE];
const MIN_PAUSE_MS = 5 * SECOND;
const MAX_PAUSE_MS = HOUR;
/** Pauses are up to this part longer or shorter, so that deliveries that failed together do not come back together. */
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
  if (retryAfter !== undefined) return Math.min(Math.max(retryAfter, MIN_PAUSE_MS), MAX_PAUSE_MS);
  return Math.round((PAUSES_MS[tries - 1] ?? MAX_PAUSE_MS) * (1 - JITTER + 2 * JITTER * random()));
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

/** Attempts are counted by slots of so long. */
const SLOT_MS = 10 * MINUTE;
export const slotOf = (at: Date): Date => new Date(Math.floor(at.getTime() / SLOT_MS) * SLOT_MS);

/** Each step of answer times is a tenth longer than the one before it. */
const STEP = 1.1;

/** The step of an answer's time; 0: there was no answer. */
export const answerStep = ({ status, duration }: { status: number | null; duration: number }): number =>
  status === null ? 0 : Math.max(1, Math.ceil(Math.log(duration) / Math.log(STEP)));

/** Milliseconds that the answers of a step take at most. */
export const stepTime = (step: number): number => Math.round(STEP ** step);
