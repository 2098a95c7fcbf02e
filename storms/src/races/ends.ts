import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { confirmAppeal, declineAppeal } from '@kantor/contract/wire/appeals.ts';
import { openMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmExpiredOrder, confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { times } from '../harness/calls.ts';
import { photo } from '../harness/files.ts';
import { type Gate, noneOf } from '../harness/gates.ts';
import { winners, type World } from './world.ts';

// All that may end an order, at once. What was answered must stand in its history, each once, and nothing else but the timer's.

const BANK = 1;
/** Orders that are raced for at once. */
const WIDTH = 2;

interface History {
  status: string;
  actor: string;
}

async function historyOf({ market }: World, id: string): Promise<History[]> {
  const { rows } = await sql<History>`
    select status::text, actor::text from order_status_change where order_id = ${id} order by n`.execute(market.db);
  return rows;
}

/** Whether an order's hold, release and close stand in the ledger as its status wants it. */
async function ledgerOf({ market }: World, id: string): Promise<string> {
  const { rows } = await sql<{ kind: string; n: bigint }>`
    select kind, count(*) as n from ledger_journal where cause = ${id} and kind = 'order_close' group by kind`.execute(
    market.db,
  );
  return rows.map(({ kind, n }) => `${kind} ${n}`).join();
}

/** Confirmation, cancellation, end of time and appeal: 0 of so many calls has a wrong effect. */
export async function raceEnds(
  world: World,
  { callers, orders }: { callers: number; orders: number },
): Promise<Gate[]> {
  const { market, merchant, race, starting } = world;
  const trader = await market.createTrader();
  await market.createRequisite(trader.id, { bankId: BANK });
  const file = await photo();
  const wrong: string[] = [];
  let calls = 0;
  await times(orders, WIDTH, async (index) => {
    const { id } = await world.issued(world.amount(), BANK);
    const params = { id };
    const acts = {
      CLOSED: () => trader.call(confirmOrder, { params }),
      DECLINED: () => merchant.api.call(cancelMerchantOrder, { params, headers: idempotencyKey() }),
      APPEAL: () =>
        merchant.api.call(openMerchantAppeal, { params, file, headers: idempotencyKey(), body: { amount: '1' } }),
    };
    // A third of them are out of time as well: both workers are about to end them.
    if (index % 3 === 0) await sql`update orders set expires_at = now() where id = ${id}`.execute(market.db);
    const first = index % 2 === 0 ? 'CLOSED' : 'DECLINED';
    const kindOf = (caller: number): keyof typeof acts =>
      caller % 20 === 19 ? 'APPEAL' : (caller + index) % 3 === 0 ? 'DECLINED' : 'CLOSED';
    const made = Array.from({ length: callers }, async (_, caller) => {
      const kind = kindOf(caller);
      return {
        kind,
        outcome: await race<unknown>(`order ${id} ${kind}`, starting<unknown>(kind === first, acts[kind])),
      };
    });
    const outcomes = await Promise.all(made);
    calls += callers;
    const history = await historyOf(world, id);
    for (const kind of Object.keys(acts)) {
      const acknowledged = outcomes.filter((each) => each.kind === kind && each.outcome.kind === 'answer').length;
      const happened = history.filter(({ status, actor }) => status === kind && actor !== 'timer').length;
      if (acknowledged !== happened) wrong.push(`order ${id}: ${kind} answered ${acknowledged}, happened ${happened}`);
    }
    const closings = history.filter(({ status }) => status === 'CLOSED').length;
    const ledger = await ledgerOf(world, id);
    if (ledger !== (closings === 1 ? 'order_close 1' : '')) wrong.push(`order ${id}: ${closings} closings, ${ledger}`);
  });
  return [noneOf('confirmation × cancellation × end of time × appeal: wrong effects', wrong, calls)];
}

/** A late confirmation against an appeal, then the appeal confirmed against declined. */
export async function raceAppeals(
  world: World,
  { callers, orders }: { callers: number; orders: number },
): Promise<Gate[]> {
  const { market, merchant, race, starting } = world;
  const trader = await market.createTrader();
  await market.createRequisite(trader.id, { bankId: BANK + 1 });
  const file = await photo();
  const wrong: string[] = [];
  let calls = 0;
  const ids: string[] = [];
  for (let n = 0; n < orders; n += 1) ids.push((await world.issued(world.amount(), BANK + 1)).id);
  await sql`update orders set expires_at = now() where id = any(${ids}::uuid[])`.execute(market.db);
  for (let left = orders; left > 0; await delay(100)) {
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from orders where id = any(${ids}::uuid[]) and status = 'ACTIVE'`.execute(market.db);
    left = Number(rows[0]?.n ?? 0);
  }
  await times(orders, WIDTH, async (index) => {
    const id = ids[index] ?? '';
    const params = { id };
    const late = Array.from({ length: callers }, (_, n) =>
      n % 4 === index % 4
        ? race<unknown>(
            `appeal of ${id}`,
            starting(index % 2 === 1, () =>
              merchant.api.call(openMerchantAppeal, { params, file, headers: idempotencyKey(), body: { amount: '1' } }),
            ),
          )
        : race<unknown>(
            `late confirmation of ${id}`,
            starting(index % 2 === 0, () => trader.call(confirmExpiredOrder, { params })),
          ),
    );
    const first = winners(await Promise.all(late));
    calls += callers;
    if (first.length !== 1) wrong.push(`order ${id}: ${first.length} of late confirmation and appeal`);
    const { rows } = await sql<{ id: string }>`select id from appeal where order_id = ${id}`.execute(market.db);
    const [appeal] = rows;
    if (appeal === undefined) return;
    const decisions = Array.from({ length: callers }, (_, n) =>
      race<unknown>(
        `decision of ${appeal.id}`,
        trader.call(n % 2 === 0 ? confirmAppeal : declineAppeal, { params: { id: appeal.id } }),
      ),
    );
    const decided = await Promise.all(decisions);
    calls += callers;
    const [confirmed, declined] = [0, 1].map((kind) => winners(decided.filter((_, n) => n % 2 === kind)).length);
    // Whoever has declined may still give in; nothing is done twice, and nothing is declined once it is confirmed.
    if (confirmed !== 1 || (declined ?? 0) > 1) {
      wrong.push(`appeal ${appeal.id}: ${confirmed} confirmations, ${declined} declines`);
    }
  });
  return [noneOf('late confirmation × appeal, appeal confirmed × declined: other winners', wrong, calls)];
}
