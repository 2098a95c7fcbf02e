import { DAY, MINUTE, SECOND } from '../../kernel/clock.ts';

export const ACCESS_LIFETIME_MS = 10 * MINUTE;
export const REFRESH_LIFETIME_MS = 30 * DAY;
/** However often it is refreshed. */
export const SESSION_LIFETIME_MS = 90 * DAY;
/** Of one user at once. */
export const MAX_SESSIONS = 10;

/** So long after somebody has proven themselves, at the session's beginning or again, they are not asked. */
export const STEP_UP_LIFETIME_MS = 10 * MINUTE;

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
/** Of a browser that has signed in before, and of a session that asks for a step-up. */
export const FAILURES_BY_BROWSER = 10;
export const FAILURES_BY_SESSION = 10;
/** Wrong second factors of a person, wherever they are given: a code has a million values, and three of them are right. */
export const WRONG_FACTORS = 5;

/** Networks from which a user has signed in are remembered so long, and so many of them. */
export const NETWORK_RETENTION_MS = 90 * DAY;
export const MAX_NETWORKS = 20;
