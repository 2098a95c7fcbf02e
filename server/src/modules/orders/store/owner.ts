import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../../../kernel/owner.ts';

/** The columns of an order `o` by which its two owners' lists are read. */
export const ownerColumn = { trader: 'o.trader_id', merchant: 'o.merchant_id' } as const;
export const numberColumn = { trader: 'o.trader_seq', merchant: 'o.merchant_seq' } as const;

/** Whether an order `o` is the owner's: lists, searches and single reads all begin with it. */
export const isOwn = (owner: Owner): RawBuilder<boolean> => sql`${sql.ref(ownerColumn[owner.role])} = ${owner.id}`;
