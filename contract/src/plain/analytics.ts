import type { Role } from './rights.ts';

/** The periods that analytics are asked for, in Moscow's days. `month`: this one so far. `own`: from a day to a day. */
export const PERIODS = ['today', 'yesterday', '7d', '30d', 'month', 'own'] as const;
export type Period = (typeof PERIODS)[number];

/** Days of the longest period. */
export const MAX_PERIOD_DAYS = 366;
/** Days of the longest period that is told hour by hour. */
export const MAX_HOURLY_DAYS = 7;

/** What a breakdown's rows are by. */
export const BREAKDOWNS = ['bank', 'method', 'requisite', 'band', 'merchant', 'trader'] as const;
export type Breakdown = (typeof BREAKDOWNS)[number];

/** What an account of each role may see apart: nobody but the platform sees the other side's names. */
export const BREAKDOWNS_OF: Record<Role, readonly Breakdown[]> = {
  trader: ['bank', 'method', 'requisite', 'band'],
  merchant: ['bank', 'method', 'band'],
  operator: ['bank', 'method', 'requisite', 'band', 'merchant', 'trader'],
};

/** Bands of sums: each begins at these kopecks and ends before the next begins. As `rollup_band` in the database has them. */
export const SUM_BANDS = [0n, 100_000n, 300_000n, 500_000n, 1_000_000n, 3_000_000n, 10_000_000n] as const;

/** Why a merchant's order was not issued, as they are told: what stood in the way at the traders is nobody's but the platform's. */
export const REFUSAL_REASONS = [
  'no_requisite',
  'rate_stale',
  'traffic_stopped',
  'limit_active_orders',
  'limit_active_sum',
  'limit_unpaid_hour',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];
