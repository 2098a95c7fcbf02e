import type { OrderStatus } from '@kantor/contract/plain/statuses.ts';

/** A payer says that they paid while nobody has found it. */
export const CLAIMABLE: readonly OrderStatus[] = ['ACTIVE', 'EXPIRED', 'DECLINED'];

/** A claim takes receipts as long as somebody may still look at them. */
export const TAKES_RECEIPTS: readonly OrderStatus[] = [...CLAIMABLE, 'APPEAL'];
