import { after, MINUTE } from '../../kernel/clock.ts';

const DAY = 24 * 60 * MINUTE;
/** A message that is said to be older tells nothing but that a clock is wrong. */
const OLDEST = 30 * DAY;

/**
 * When a message reached the phone, by our clock: as long ago as the phone says, by its own clock, that it was at sending.
 * Never in the future, whatever the phone's clock says.
 */
export function heardAt(now: Date, { sentAt, time }: { sentAt: Date; time: Date }): Date {
  const age = sentAt.getTime() - time.getTime();
  return after(now, -Math.min(Math.max(age, 0), OLDEST));
}

/** By how much the clock of a phone with a forwarder may be wrong: what is signed with another time may be a replay. */
const CLOCK_TOLERANCE = 5 * MINUTE;

export const isFresh = (now: Date, sentAt: Date): boolean =>
  Math.abs(now.getTime() - sentAt.getTime()) <= CLOCK_TOLERANCE;
