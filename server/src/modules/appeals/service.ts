import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { APPEAL_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '../../db/pool.ts';
import { transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { toMicroUsdt } from '../../kernel/money.ts';
import { appendEvent } from '../../outbox/append.ts';
import type { Kind } from '../../outbox/kinds.ts';
import { InsufficientFunds, post, postings } from '../ledger/index.ts';
import type { Files } from '../files/index.ts';
import { lockOrder, moveOrder, type Order } from '../orders/index.ts';
import {
  type Appeal,
  type AppealRow,
  endAppeal,
  type Outcome,
  type Owner,
  readAppeal,
  readAppealDetail,
  readAppeals,
  searchAppeals,
} from './store.ts';

export interface Deps {
  db: Database;
  clock: Clock;
}

/** A trader decides on his own orders, an operator on any. */
type Judge = { role: 'trader'; id: string } | { role: 'operator' };

/** Ends the appeal and locks its order first, as everywhere. */
async function settle(tx: Tx, id: string, judge: Judge, outcomeOf: (appeal: Appeal) => Outcome, at: Date) {
  const appeal = await readAppeal(tx, id);
  const order = appeal && (await lockOrder(tx, appeal.orderId));
  if (!order || (judge.role === 'trader' && order.traderId !== judge.id)) throw notFound();
  if (!(await endAppeal(tx, id, outcomeOf(appeal), at))) {
    const status = (await readAppeal(tx, id))?.status ?? 'CLOSED';
    throw conflict('appeal_status', `Сейчас апелляция в статусе «${APPEAL_STATUS_TEXT[status]}», действие недоступно`);
  }
  return { appeal, order };
}

const announce = (tx: Tx, { id }: Appeal, order: Order, kind: Kind, at: Date) =>
  appendEvent(tx, { kind, objectId: id, owners: [order.traderId, order.merchantId], at });

/**
 * Confirms an appeal: the order closes for the amount at the order's rate.
 * @param found kopecks that were paid as the operator found; without them, what the merchant claims.
 * @throws ApiError 404, 409 `appeal_status`, 409 `insufficient_funds`.
 */
export async function confirmAppeal({ db, clock }: Deps, judge: Judge, id: string, found?: bigint): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const paidOf = ({ amount }: Appeal) => found ?? amount;
    const { appeal, order } = await settle(
      tx,
      id,
      judge,
      (appeal) => ({ status: 'PROCESSED', paid: paidOf(appeal) }),
      at,
    );
    const paid = paidOf(appeal);
    await moveOrder(tx, {
      id: order.id,
      from: 'APPEAL',
      to: 'CLOSED',
      actor: judge.role,
      at,
      paid,
      held: 0n,
    });
    await announce(tx, appeal, order, 'appeal.processed', at);
    const amount = toMicroUsdt(paid, order.rate);
    try {
      await post(tx, postings.orderClosed(order.id, order, { held: order.held, amount }), at);
    } catch (error) {
      if (!(error instanceof InsufficientFunds)) throw error;
      throw conflict('insufficient_funds', 'На балансе не хватает USDT, чтобы подтвердить апелляцию');
    }
  });
}

/**
 * Declines an appeal: the order returns to the status before it, and what the appeal held to the trader.
 * @throws ApiError 404, 409 `appeal_status`.
 */
export async function declineAppeal({ db, clock }: Deps, judge: Judge, id: string): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const { appeal, order } = await settle(tx, id, judge, () => ({ status: 'CLOSED' }), at);
    const stillHolds = appeal.orderStatus === 'ACTIVE';
    await moveOrder(tx, {
      id: order.id,
      from: 'APPEAL',
      to: appeal.orderStatus,
      actor: judge.role,
      at,
      held: stillHolds ? order.held : 0n,
    });
    await announce(tx, appeal, order, 'appeal.closed', at);
    if (order.held > 0n && !stillHolds) await post(tx, postings.appealReleased(id, order.traderId, order.held), at);
  });
}

const toRow = (appeal: AppealRow) => ({
  id: appeal.id,
  order_id: appeal.orderId,
  amount: appeal.amount,
  created_at: appeal.createdAt,
  processed_datetime: appeal.processedAt,
  status: appeal.status,
  human_status: APPEAL_STATUS_TEXT[appeal.status],
});

interface ListRequest extends PageRequest {
  /** A part of the order's id; nothing for all. */
  orderId: string;
}

export async function listAppeals(db: Database, owner: Owner, { orderId, ...page }: ListRequest) {
  // As a person copies it from a screen: in capitals as a short name, or with its end left out.
  const part = orderId.toLowerCase().replace(/(?:…|\.\.\.)$/, '');
  const found = await (part === '' ? readAppeals(db, owner, page) : searchAppeals(db, owner, page, part));
  return { count: found.count, results: found.results.map(toRow) };
}

/** @throws ApiError 404 also when the appeal is someone else's. */
export async function getAppeal(db: Database, files: Files, owner: Owner, id: string) {
  const appeal = await readAppealDetail(db, owner, id);
  if (appeal === undefined) throw notFound();
  return {
    ...toRow(appeal),
    order: { id: appeal.orderId, short_name: appeal.orderId.slice(-8).toUpperCase() },
    bank_detail: { short_name: appeal.requisite },
    bank_name: { short_name: appeal.bank },
    ...(appeal.fileId && appeal.fileName ? { file: files.link(appeal.fileId, appeal.fileName) } : {}),
  };
}
