import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Owner } from '../../src/kernel/owner.ts';
import { readAllOrders, readOrders } from '../../src/modules/orders/store/lists.ts';
import { LIST_CHECKS } from '../../src/modules/verification/store/lists.ts';
import { foldBatch } from '../../src/outbox/fold.ts';
import { byHand } from '../support/by-hand.ts';
import { kantorTest } from '../support/fixtures.ts';
import { foldAll, untilShown } from '../support/outbox-reading.ts';

// Lists longer than a block of numbers, of which a part is folded.

const ORDERS = 9000;
const PAGE_SIZE = 50;
const STATUSES = ['ACTIVE', 'CLOSED', 'DECLINED'] as const;

const test = kantorTest.extend('market', { scope: 'file' }, async ({ kantor }) => {
  const trader = await kantor.createTrader();
  const requisiteId = await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant();
  // Orders as services would leave them, but for their money.
  await byHand(
    kantor.ownerDb,
    sql`
    insert into orders (id, merchant_id, merchant_seq, trader_id, trader_seq, requisite_id, payee_version, external_id, is_sbp, amount,
      rate, amount_usdt, fee_bp, reward_bp, status, held, created_at, expires_at, paid_at)
    select lpad(to_hex(n), 32, '0')::uuid, ${merchant.id}, n, ${trader.id}, n, ${requisiteId}, 1, n::text, true, n, 1000000, 1, 0, 0, 'ACTIVE',
      1, now(), now(), null
    from generate_series(1, ${ORDERS}::integer) as n`,
  );
  await sql`
    insert into list_sequence (owner_id, list, last)
    select id, 'orders', ${ORDERS}::bigint from unnest(${[trader.id, merchant.id]}::uuid[]) as id`.execute(
    kantor.ownerDb,
  );
  const append = (kind: string, was: string | null, isMeant = sql<boolean>`true`) => sql`
    insert into outbox (kind, object_id, owners, numbers, was, amount, created_at)
    select ${kind}, id, array[trader_id, merchant_id], array[trader_seq, merchant_seq], ${was}, amount, now()
    from orders where ${isMeant} order by merchant_seq`;
  const move = async (status: (typeof STATUSES)[number], isMeant: ReturnType<typeof sql<boolean>>) => {
    // Only from active ones, so that an event says what was left.
    const active = sql<boolean>`status = 'ACTIVE' and ${isMeant}`;
    await append(`order.${status.toLowerCase()}`, 'ACTIVE', active).execute(kantor.ownerDb);
    await sql`
      update orders set status = ${status}, held = 0, paid_at = ${status === 'CLOSED' ? sql`now()` : null}
      where ${active}`.execute(kantor.ownerDb);
  };
  await append('order.active', null).execute(kantor.ownerDb);
  const owner: Owner = { role: 'trader', id: trader.id };
  return { owner, move };
});

/** Compares pages from everywhere in the list with the rows. */
async function compare(kantor: Parameters<typeof foldAll>[0], owner: Owner): Promise<void> {
  for (const status of STATUSES) {
    const { rows } = await sql<{ id: string }>`
      select id from orders where trader_id = ${owner.id} and status = ${status} order by trader_seq desc`.execute(
      kantor.db,
    );
    const ids = rows.map(({ id }) => id);
    const last = Math.ceil(ids.length / PAGE_SIZE);
    for (const page of new Set([1, 2, Math.ceil(last / 3), Math.ceil(last / 2), last - 1, last, last + 1])) {
      if (page < 1) continue;
      const wanted = { count: ids.length, ids: ids.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE) };
      const request = { status, page, pageSize: PAGE_SIZE };
      for (const { count, results } of [
        await readOrders(kantor.db, owner, request),
        await readAllOrders(kantor.db, request),
      ])
        expect([status, page, { count, ids: results.map(({ id }) => id) }]).toEqual([status, page, wanted]);
    }
  }
  for (const { find } of LIST_CHECKS) expect((await sql`${find}`.execute(kantor.db)).rows).toEqual([]);
}

test(
  'pages by status go over blocks, whether events made these or counters know them',
  { timeout: 120_000 },
  async ({ kantor, market }) => {
    const { owner, move } = market;
    // Nothing is folded: no block is there.
    await compare(kantor, owner);
    // The first block and a part of the second are folded.
    await untilShown(kantor.db);
    await foldBatch(kantor.db, { batchSize: 5000 });
    await compare(kantor, owner);
    await move('CLOSED', sql`merchant_seq % 3 = 0`);
    await compare(kantor, owner);
    await foldAll(kantor);
    await compare(kantor, owner);
    // A whole block changes: what is folded says one thing, the events take it back.
    await move('DECLINED', sql`merchant_seq between 4096 and 8191`);
    await compare(kantor, owner);
    await untilShown(kantor.db);
    await foldBatch(kantor.db, { batchSize: 1000 });
    await compare(kantor, owner);
    await foldAll(kantor);
    await compare(kantor, owner);
  },
);
