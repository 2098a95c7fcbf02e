import { after, MINUTE } from '../../src/kernel/clock.ts';
import type { Reading } from '../../src/modules/bank-messages/index.ts';
import type { Candidate } from '../../src/modules/matching/rules.ts';

// What a decision is made of: a message, and the orders that it may be about.

const NOON = new Date('2026-11-20T09:00:00Z');
export const at = (minutes: number) => after(NOON, minutes * MINUTE);
export const SUM = 150_000n;

/** An order for 1500 that is made at noon and expires at a quarter past. */
export const order = (changes: Partial<Candidate> = {}): Candidate => {
  const createdAt = changes.createdAt ?? NOON;
  const expiresAt = changes.expiresAt ?? after(createdAt, 15 * MINUTE);
  const recentUntil = after(expiresAt, 10 * MINUTE);
  return {
    id: 'order',
    requisiteId: 'requisite',
    payeeVersion: 1,
    amount: SUM,
    status: 'ACTIVE',
    createdAt,
    expiresAt,
    recentUntil,
    ...changes,
  };
};

export const income = (kopecks: bigint): Reading => ({ kind: 'income', bank: 'Сбербанк', kopecks });
