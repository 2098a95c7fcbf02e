import { isIPv4, isIPv6 } from 'node:net';
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

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  // URL writes every address in one form, without leading zeros and dotted tails.
  const plain = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
  const [head = '', tail] = plain.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/**
 * What an address counts as: IPv4 by itself, also when written inside IPv6; IPv6 by its /64, as one customer gets all of it.
 */
export function networkOf(address: string): string {
  if (isIPv4(address) || !isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    return groups
      .slice(6)
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join('.');
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}

const plural = new Intl.PluralRules('ru');
const MINUTES: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'минуту', few: 'минуты', many: 'минут' };

/** `3 минуты`, rounded up. */
export function inMinutes(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / MINUTE));
  return `${minutes} ${MINUTES[plural.select(minutes)] ?? 'минут'}`;
}
