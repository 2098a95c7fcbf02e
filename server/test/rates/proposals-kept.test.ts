import { sql } from 'kysely';
import { expect } from 'vitest';
import { readForgotten } from '../../src/db/retention.ts';
import { after, DAY } from '../../src/kernel/clock.ts';
import { forgetOldProposals } from '../../src/modules/rates/index.ts';
import { forgetOldRefusals } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { freshKantorTest as test } from '../support/fixtures.ts';

test('proposals that ended are forgotten after a year; one that waits is not', async ({ kantor }) => {
  const ago = (days: number) => after(kantor.clock(), -days * DAY);
  await sql`
    insert into rate_proposal (value, latest, in_force, source, status, created_at, decided_at) values
      (1, 1, 1, 'old', 'ACCEPTED', ${ago(400)}, ${ago(366)}), (1, 1, 1, 'young', 'DECLINED', ${ago(400)}, ${ago(364)}),
      (1, 1, 1, 'waits', 'WAITING', ${ago(500)}, null)`.execute(kantor.db);
  await Promise.all([forgetOldProposals(kantor), forgetOldProposals(kantor)]);
  await forgetOldProposals({ ...kantor, keepMs: 0 });
  const { rows } = await sql<{ source: string }>`select source from rate_proposal order by id`.execute(kantor.db);
  expect(rows.map(({ source }) => source)).toEqual(['young', 'waits']);
  expect(await readForgotten(kantor.db)).toContainEqual({ what: 'proposals', n: 1n });
});

test('counts of refused orders are forgotten by days, thousands in a turn', async ({ kantor }) => {
  const merchant = await kantor.createMerchant();
  await sql`
    insert into issue_refusal (day, merchant_id, gate, n)
    select (${kantor.clock()}::timestamptz at time zone 'Europe/Moscow')::date - age, ${merchant.id}, gate::text, 1
    from generate_series(1094, 1097) as age, generate_series(1, 2600) as gate`.execute(kantor.db);
  await forgetOldRefusals({ ...kantor, turnMs: 0 });
  expect(await readForgotten(kantor.db)).toContainEqual({ what: 'refusals', n: 5000n });
  await Promise.all([forgetOldRefusals(kantor), forgetOldRefusals(kantor)]);
  const { rows } = await sql<{ age: number; n: bigint }>`
    select (${kantor.clock()}::timestamptz at time zone 'Europe/Moscow')::date - day as age, count(*) as n
    from issue_refusal group by 1 order by 1`.execute(kantor.db);
  expect(rows).toEqual([
    { age: 1094, n: 2600n },
    { age: 1095, n: 2600n },
  ]);
  expect(await readForgotten(kantor.db)).toContainEqual({ what: 'refusals', n: 5200n });
  expect(await verify(kantor.db)).toEqual([]);
});
