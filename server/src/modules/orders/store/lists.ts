import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Actor, AppealStatus, GroundKind, OrderFilter, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { type Page, readPage } from '../../../db/dense-list.ts';
import { readPlatformPage } from '../../../db/platform-list.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { requisiteShortName, withPayee } from '../../requisites/index.ts';
import { isOwn, numberColumn, ownerColumn } from './owner.ts';
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

interface OrderHistory {
  changes: { at: Date; status: OrderStatus; actor: Actor }[];
  appeal: { id: string; amount: bigint; processedAt: Date | null; status: AppealStatus } | undefined;
  /** What its trader confirmed it by, if they said so. */
  ground: { kind: GroundKind; notificationId: string | null; note: string | null; at: Date } | null;
}

export type OrderWithHistory = OrderRow & OrderHistory;

/** The owner's order with its status changes, oldest first, and the latest appeal; undefined when it is not theirs. */
export async function readOrder(db: Reader, owner: Owner, id: string): Promise<OrderWithHistory | undefined> {
  // bigint goes through JSON as text, or it would become a float.
  const { rows } = await sql<
    OrderRow & {
      changes: { at: string; status: OrderStatus; actor: Actor }[];
      appeal: { id: string; amount: string; processedAt: string | null; status: AppealStatus } | null;
      ground: { kind: GroundKind; notificationId: string | null; note: string | null; at: string } | null;
    }
  >`
    select r.*,
      (select json_agg(json_build_object('at', created_at, 'status', status, 'actor', actor) order by n)
        from order_status_change where order_id = r.id) as changes,
      (select json_build_object('id', id, 'amount', amount::text, 'processedAt', processed_at, 'status', status)
        from appeal where order_id = r.id order by id desc limit 1) as appeal,
      (select json_build_object('kind', ground, 'notificationId', notification_id, 'note', note, 'at', created_at)
        from order_confirmation where order_id = r.id) as ground
    from (${selectRows} where o.id = ${id} and ${isOwn(owner)}) r`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  const { appeal, ground } = row;
  return {
    ...row,
    changes: row.changes.map((change) => ({ ...change, at: new Date(change.at) })),
    appeal: appeal
      ? {
          ...appeal,
          amount: BigInt(appeal.amount),
          processedAt: appeal.processedAt ? new Date(appeal.processedAt) : null,
        }
      : undefined,
    ground: ground && { ...ground, at: new Date(ground.at) },
  };
}
