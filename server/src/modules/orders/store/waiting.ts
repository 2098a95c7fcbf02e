import { ENDING_MS, type WaitingIn } from '@kantor/contract/plain/inbox.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Page, readFound } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import { after } from '../../../kernel/clock.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { listOf, type OrderRow } from './lists.ts';
import { isOwn, numberColumn } from './owner.ts';

/** Whether the time of an active order `o` still runs. */
export const isRunning = (at: Date): RawBuilder<boolean> => sql`o.status = 'ACTIVE' and o.expires_at > ${at}`;

/** Orders `o` that wait for a hand, as the inbox counts them, of those whose time still runs. */
export const isWaitingOrder: Readonly<Record<WaitingIn<'orders'>, (at: Date) => RawBuilder<boolean>>> = {
  orders_ending: (at) => sql`o.expires_at <= ${after(at, ENDING_MS)}`,
  orders_claimed: () => sql`exists (select from payer_claim where payer_claim.order_id = o.id)`,
};

/** What is waited for, and when. */
export interface Waiting {
  what: WaitingIn<'orders'>;
  at: Date;
}

/** One page of the owner's orders that wait for such a hand, newest first. */
export const readWaitingOrders = (
  db: Reader,
  owner: Owner,
  request: PageRequest,
  { what, at }: Waiting,
): Promise<Page<OrderRow>> =>
  readFound<OrderRow>(
    db,
    listOf(owner),
    sql`
    select ${sql.ref(numberColumn[owner.role])} as number from orders o
    where ${isOwn(owner)} and ${isRunning(at)} and ${isWaitingOrder[what](at)}`,
    { ownerId: owner.id, ...request },
  );
