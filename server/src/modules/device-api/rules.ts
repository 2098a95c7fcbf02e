import { after, DAY, MINUTE } from '../../kernel/clock.ts';

/** A message that claims to be older has a wrong clock. */
const MAX_AGE_MS = 30 * DAY;

/**
 * The moment at which a message reached the phone, by our clock: its age at sending is taken by the phone's clock.
 * Never in the future, whatever the phone's clock says.
 */
export function heardAt(now: Date, { sentAt, time }: { sentAt: Date; time: Date }): Date {
  const age = sentAt.getTime() - time.getTime();
  return after(now, -Math.min(Math.max(age, 0), MAX_AGE_MS));
}

/** The clock of a phone with a forwarder may be wrong by so much: a post signed with another time may be a replay. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE;

export const isFresh = (now: Date, sentAt: Date): boolean =>
  Math.abs(now.getTime() - sentAt.getTime()) <= CLOCK_TOLERANCE_MS;
