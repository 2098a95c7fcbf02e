import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { OrderFilter, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import { readPlatformPage } from '../../../db/platform-list.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { requisiteShortName, withPayee } from '../../requisites/index.ts';
import { numberColumn, ownerColumn } from './owner.ts';
import { type Reversal, reversalColumns } from './reversal.ts';

/** An order as lists show it. */
export interface OrderRow extends Reversal {
  id: string;
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
}

/** Rows of lists, from orders `o`. */
export const selectRows = sql`
  select true as present, o.id, o.amount, o.amount_usdt as "amountUsdt", o.rate, o.created_at as "createdAt",
    o.expires_at as "expiresAt", o.paid_at as "paidAt", o.status, o.is_sbp as "isSbp", ${reversalColumns},
    bank.name as "bankName", ${requisiteShortName('payee')} as requisite
  from orders o ${withPayee('o')}`;

export interface OrdersPage extends PageRequest {
  status: OrderFilter;
}

/** One page of the owner's orders, newest first, in constant time. */
export function readOrders(db: Reader, owner: Owner, { status, page, pageSize }: OrdersPage): Promise<Page<OrderRow>> {
  return readPage<OrderRow>(
    db,
    {
      list: 'orders',
      select: selectRows,
      owner: ownerColumn[owner.role],
      number: numberColumn[owner.role],
      filter: { table: sql`orders o`, status: 'o.status' },
    },
    { ownerId: owner.id, status: status === 'ALL' ? undefined : status, page, pageSize },
  );
}

/** One page of everybody's orders, newest first, in constant time. */
export const readAllOrders = (db: Reader, { status, ...page }: OrdersPage): Promise<Page<OrderRow>> =>
  readPlatformPage<OrderRow>(
    db,
    { list: 'orders', select: selectRows, id: 'o.id' },
    { status: status === 'ALL' ? undefined : status, ...page },
  );
