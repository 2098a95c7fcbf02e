import { MINUTE } from '../../kernel/clock.ts';

export const ACCESS_LIFETIME = 10 * MINUTE;
export const REFRESH_LIFETIME = 30 * 24 * 60 * MINUTE;

/** Two tabs may refresh with the same token, and an answer may be lost: so long a replaced token may be shown again. */
const REUSE_GRACE = 10_000;

export interface PresentedToken {
  expiresAt: Date;
  /** Null while it is the newest of its family. */
  replacedAt: Date | null;
}

/**
 * What becomes of a refresh token that was shown. `repeat`: it is answered with what had replaced it. `theft`: someone
 * holds a token that its owner has already replaced, so nobody of the family is believed any longer.
 */
export function judge({ expiresAt, replacedAt }: PresentedToken, at: Date): 'replace' | 'repeat' | 'theft' | 'expired' {
  if (expiresAt <= at) return 'expired';
  if (replacedAt === null) return 'replace';
  return at.getTime() - replacedAt.getTime() <= REUSE_GRACE ? 'repeat' : 'theft';
}

/** Failed sign-ins allowed per window. */
export const LOGIN_WINDOW = 15 * MINUTE;
export const FAILURES_BY_NAME = 10;
export const FAILURES_BY_ADDRESS = 50;

const plural = new Intl.PluralRules('ru');
const MINUTES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'минуту', few: 'минуты', many: 'минут' };

/** `3 минуты`, rounded up. */
export function inMinutes(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / MINUTE));
  return `${minutes} ${MINUTES[plural.select(minutes)] ?? 'минут'}`;
}
