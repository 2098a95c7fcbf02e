import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { test } from './lists-fixture.ts';

/** What asks for unfolded events: the view alone, and lists, which bound them from above. */
const QUESTIONS = {
  'of all': sql`select * from unfolded_event`,
  'of an owner': sql`select * from list_unfolded(platform_owner(), lists_end_xid(), lists_end_id())`,
  'of the platform': sql`select * from platform_unfolded('orders', lists_end_xid(), lists_end_id())`,
  'of its figures': sql`select * from figures_unfolded(lists_end_xid(), lists_end_id())`,
};

test.for(Object.entries(QUESTIONS))(
  'events %s of another cluster are looked for by their ids, also where the outbox was small when that was planned',
  async ([, question], { kantor, market }) => {
    await market.issue();
    const plan = await transaction(kantor.ownerDb, async (tx) => {
      await sql`delete from outbox where id < (select max(id) from outbox)`.execute(tx);
      await sql`analyze outbox`.execute(tx);
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${question}`.execute(tx);
      return rows.map((row) => row['QUERY PLAN'].trim());
    });
    const place = plan.findIndex((line) => line.startsWith('Index Cond: (id > lists_place_high_id())'));
    expect(plan[place - 1]).toContain('outbox_pkey');
    // A caller's bound is no reason to take another index.
    expect(plan[place + 1]).toMatch(/^Filter: /);
    expect(plan[place + 1]).not.toContain('<= ROW');
  },
);
