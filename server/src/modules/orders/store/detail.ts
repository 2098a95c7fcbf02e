import type { Actor, AppealStatus, GroundKind, OrderStatus } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { byPlace, type Placed } from '../../../db/by-place.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { type OrderRow, selectRows } from './lists.ts';

/** An order that its owner asks for. */
export interface AskedDetail {
  owner: Owner;
  id: string;
}

/** What an order has gone through. */
interface OrderHistory {
  /** Oldest first. */
  changes: { at: Date; status: OrderStatus; actor: Actor }[];
  /** The latest. */
  appeal: { id: string; amount: bigint; processedAt: Date | null; status: AppealStatus } | undefined;
  /** What its trader confirmed it by, if they said so. */
  ground: { kind: GroundKind; notificationId: string | null; note: string | null; at: Date } | null;
  /** What its payer says they did. */
  claim: { madeAt: Date; senderName: string } | null;
}

export type OrderWithHistory = OrderRow & OrderHistory;

/** As it comes from JSON: moments are texts, and so are bigints, or they would become floats. */
type InJson<Value> = Value extends Date
  ? string
  : Value extends bigint
    ? string
    : Value extends object
      ? { [Key in keyof Value]: InJson<Value[Key]> }
      : Value;

type HistoryRow = OrderRow &
  Placed & {
    changes: InJson<OrderHistory['changes']>;
    appeal: InJson<NonNullable<OrderHistory['appeal']>> | null;
    ground: InJson<OrderHistory['ground']>;
    claim: InJson<OrderHistory['claim']>;
  };

/** Orders with their histories, each if it is its asker's. One statement, however many. */
export async function readOrdersWithHistory<Asked extends AskedDetail>(
  db: Reader,
  asked: readonly Asked[],
): Promise<Map<Asked, OrderWithHistory>> {
  const { rows } = await sql<HistoryRow>`
    select asked.place, r.*,
      (select json_agg(json_build_object('at', created_at, 'status', status, 'actor', actor) order by n)
        from order_status_change where order_id = r.id) as changes,
      (select json_build_object('id', id, 'amount', amount::text, 'processedAt', processed_at, 'status', status)
        from appeal where order_id = r.id order by id desc limit 1) as appeal,
      (select json_build_object('kind', ground, 'notificationId', notification_id, 'note', note, 'at', created_at)
        from order_confirmation where order_id = r.id) as ground,
      (select json_build_object('madeAt', made_at, 'senderName', sender_name) from payer_claim where order_id = r.id) as claim
    from unnest(${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ owner }) => owner.id)}::uuid[],
      ${asked.map(({ owner }) => owner.role === 'trader')}::boolean[]) with ordinality as asked (id, owner_id, is_trader, place)
    cross join lateral (
      ${selectRows}
      where o.id = asked.id and asked.owner_id = case when is_trader then o.trader_id else o.merchant_id end
    ) r`.execute(db);
  const found = new Map<Asked, OrderWithHistory>();
  for (const [question, [row]] of byPlace(asked, rows)) if (row !== undefined) found.set(question, fromRow(row));
  return found;
}

function fromRow({ changes, appeal, ground, claim, ...row }: HistoryRow): OrderWithHistory {
  return {
    ...row,
    changes: changes.map((change) => ({ ...change, at: new Date(change.at) })),
    appeal: appeal
      ? {
          ...appeal,
          amount: BigInt(appeal.amount),
          processedAt: appeal.processedAt ? new Date(appeal.processedAt) : null,
        }
      : undefined,
    ground: ground && { ...ground, at: new Date(ground.at) },
    claim: claim && { ...claim, madeAt: new Date(claim.madeAt) },
  };
}
