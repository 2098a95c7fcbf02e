import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { OrderFilter, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { type RawBuilder, sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import { type PlatformList, readPlatformPage, type Span } from '../../../db/platform-list.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { requisiteShortName, withPayee } from '../../requisites/index.ts';
import { numberColumn, ownerColumn } from './owner.ts';
import { type Reversal, reversalColumns } from './reversal.ts';

/** An order as lists show it. */
export interface OrderRow extends Reversal {
  id: string;
  /** The merchant's number of it, and what the merchant pays, in basis points. */
  externalId: string;
  feeBp: number;
  amount: bigint;
  amountUsdt: bigint;
  rate: bigint;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  status: OrderStatus;
  isSbp: boolean;
  bankName: string;
  requisite: string;
  requisiteId: string;
  /** In the lists of its trader: the message that it may be confirmed by. */
  fittingMessage?: string | null;
  /** The same: what its payer says they did. */
  claimedAt?: Date | null;
  /** Whoever sent the money, as the payer typed it; empty: they did not say. */
  claimSender?: string | null;
}

/** Rows of lists, from orders `o`, with these columns besides. */
const selectRowsWith = (more: RawBuilder<unknown>) => sql`
  select true as present, ${more} o.id, o.external_id as "externalId", o.fee_bp as "feeBp", o.amount, o.amount_usdt as "amountUsdt", o.rate, o.created_at as "createdAt",
    o.expires_at as "expiresAt", o.paid_at as "paidAt", o.status, o.is_sbp as "isSbp", ${reversalColumns},
    bank.name as "bankName", ${requisiteShortName('payee')} as requisite, o.requisite_id as "requisiteId"
  from orders o ${withPayee('o')}`;

export const selectRows = selectRowsWith(sql``);

/** Of the few active orders of a page alone: by the index of candidates, which only messages in doubt have. */
const selectTradersRows = selectRowsWith(sql`
  case when o.status = 'ACTIVE' then (
    select d.id from notification_candidate c join notification d on d.id = c.notification_id
    where c.order_id = o.id and d.outcome = 'ambiguous' and d.chosen_at is null and d.dismissed_at is null and d.appeal_id is null
      and d.amount = o.amount
    order by d.heard_at desc limit 1
  ) end as "fittingMessage",
  case when o.status <> 'CLOSED' then (select made_at from payer_claim where order_id = o.id) end as "claimedAt",
  case when o.status <> 'CLOSED' then (select sender_name from payer_claim where order_id = o.id) end as "claimSender",`);

/** Rows of an owner's lists. */
export const selectOwnRows = (owner: Owner) => (owner.role === 'trader' ? selectTradersRows : selectRows);

export interface OrdersPage extends PageRequest {
  status: OrderFilter;
}

/** One page of the owner's orders, newest first, in constant time. */
export const readOrders = (db: Reader, owner: Owner, page: OrdersPage): Promise<Page<OrderRow>> =>
  readOwnOrders(db, owner, page, selectOwnRows(owner));

/** The same, as the platform's people see them. */
export const readOrdersOf = (db: Reader, owner: Owner, page: OrdersPage): Promise<Page<PlatformOrderRow>> =>
  readOwnOrders(db, owner, page, selectPlatformRows);

export const listOf = (owner: Owner, select = selectOwnRows(owner)) => ({
  list: 'orders',
  select,
  owner: ownerColumn[owner.role],
  number: numberColumn[owner.role],
  filter: { table: sql`orders o`, status: 'o.status' },
});

function readOwnOrders<Row>(
  db: Reader,
  owner: Owner,
  { status, page, pageSize }: OrdersPage,
  select: RawBuilder<unknown>,
): Promise<Page<Row>> {
  const request = { ownerId: owner.id, status: status === 'ALL' ? undefined : status, page, pageSize };
  return readPage<Row>(db, listOf(owner, select), request);
}

/** An order as the platform's people see it in lists. */
export interface PlatformOrderRow extends OrderRow {
  traderId: string;
  merchantId: string;
}

const selectPlatformRows = selectRowsWith(sql`o.trader_id as "traderId", o.merchant_id as "merchantId",`);

/** All orders, by the numbers of the platform. */
export const platformOrders: PlatformList = { list: 'orders', select: selectPlatformRows, id: 'o.id' };

/** One page of everybody's orders, newest first, in constant time. */
export const readAllOrders = (db: Reader, { status, ...page }: OrdersPage & Span): Promise<Page<PlatformOrderRow>> =>
  readPlatformPage(db, platformOrders, { status: status === 'ALL' ? undefined : status, ...page });
