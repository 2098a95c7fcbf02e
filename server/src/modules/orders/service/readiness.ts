import type { OrderMethod } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '../../../db/pool.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { mostKopecks } from '../../../kernel/money.ts';
import { findCurrentRate, isStale } from '../../rates/index.ts';
import { readAtGates, type RequisiteAtGates } from '../store/readiness.ts';

interface Question {
  /** Kopecks; the smallest that each requisite takes when undefined. */
  amount: bigint | undefined;
  /** Any that a requisite takes when undefined. */
  method: OrderMethod | undefined;
  bankId: number | undefined;
  /** Whether the caller may learn what the trader has. */
  seesBalance: boolean;
}

/** A sum from and to, in kopecks; without an end it is null. */
interface Span {
  from: bigint;
  to: bigint | null;
}

export interface Readiness {
  at: Date;
  /** Why nobody is issued an order, whatever their requisites are like. */
  noRate: 'none' | 'stale' | null;
  /** Requisites that pass every gate. */
  ready: number;
  /** The sums that these take together. */
  sums: Span | null;
  /** What the trader may still hold, and the kopecks of one order that it is enough for. Null for whoever sees no balance, and without requisites. */
  free: { usdt: bigint; rub: bigint } | null;
  requisites: (RequisiteAtGates & { sums: Span })[];
}

const smaller = (a: bigint | null, b: bigint | null): bigint | null => {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
};

/** The smallest sum of an order, in kopecks. */
const SMALLEST = 1n;

function together(spans: readonly Span[]): Span | null {
  const [first, ...rest] = spans;
  if (first === undefined) return null;
  return rest.reduce(
    (all, { from, to }) => ({
      from: from < all.from ? from : all.from,
      to: all.to === null || to === null ? null : to > all.to ? to : all.to,
    }),
    first,
  );
}

/**
 * Which of a trader's requisites would take an order now, and at which gates the others stand: by the conditions of issuing. Whoever
 * sees no balance is told that it is not enough, and no more of it.
 */
export async function askReadiness(
  { db, clock }: { db: Database; clock: Clock },
  traderId: string,
  { seesBalance, ...question }: Question,
): Promise<Readiness> {
  const at = clock();
  const rate = await findCurrentRate(db);
  const rows = await readAtGates(db, traderId, { ...question, rate: rate?.value, at });
  const funds = rows[0]?.funds ?? 0n;
  const most = rate === undefined ? 0n : mostKopecks(funds, rate.value);
  const noRate = rate === undefined ? 'none' : isStale(rate, at) ? 'stale' : null;
  const requisites = rows.map((row) => ({
    ...row,
    sums: {
      from: row.minAmount > SMALLEST ? row.minAmount : SMALLEST,
      to: smaller(row.maxAmount === 0n ? null : row.maxAmount, seesBalance ? most : null),
    },
  }));
  const ready = noRate === null ? requisites.filter(({ stopped }) => stopped.length === 0) : [];
  return {
    at,
    noRate,
    ready: ready.length,
    sums: together(ready.map(({ sums }) => sums)),
    free: seesBalance && rows.length > 0 ? { usdt: funds, rub: most } : null,
    requisites,
  };
}
