import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { test } from './lists-fixture.ts';

test('events of another cluster are looked for by their ids, also where the outbox was small when that was planned', async ({
  kantor,
  market,
}) => {
  await market.issue();
  const plan = await transaction(kantor.ownerDb, async (tx) => {
    await sql`delete from outbox where id < (select max(id) from outbox)`.execute(tx);
    await sql`analyze outbox`.execute(tx);
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select * from unfolded_event`.execute(tx);
    return rows.map((row) => row['QUERY PLAN'].trim());
  });
  const place = plan.findIndex((line) => line.startsWith('Index Cond: (id > lists_place_high_id())'));
  expect(plan[place - 1]).toContain('outbox_pkey');
});
