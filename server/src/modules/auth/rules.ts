import { DAY, MINUTE, SECOND } from '../../kernel/clock.ts';

export const ACCESS_LIFETIME_MS = 10 * MINUTE;
export const REFRESH_LIFETIME_MS = 30 * DAY;

/** Two tabs may refresh with the same token, and an answer may be lost: so long a replaced token may be shown again. */
const REUSE_GRACE_MS = 10 * SECOND;

export interface PresentedToken {
  expiresAt: Date;
  /** Null while it is the newest of its family. */
  replacedAt: Date | null;
}

/** `repeat`: the answer is the token that had replaced this one. `theft`: two hold the token, and the family ends. */
type RefreshDecision = 'replace' | 'repeat' | 'theft' | 'expired';

/** Decides about a refresh token that a client presents. */
export function decideRefresh({ expiresAt, replacedAt }: PresentedToken, at: Date): RefreshDecision {
  if (expiresAt <= at) return 'expired';
  if (replacedAt === null) return 'replace';
  return at.getTime() - replacedAt.getTime() <= REUSE_GRACE_MS ? 'repeat' : 'theft';
}

/** Failed sign-ins allowed per window. */
export const LOGIN_WINDOW_MS = 15 * MINUTE;
export const FAILURES_BY_NAME = 10;
export const FAILURES_BY_ADDRESS = 50;
