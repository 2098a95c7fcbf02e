import { sql } from 'kysely';
import { expect } from 'vitest';
import { freshKantorTest as test } from '../support/fixtures.ts';
import { foldAll } from '../support/outbox-reading.ts';

test('a fold adds what happened to blocks of 4,096 numbers and of 262,144, each event once', async ({ kantor }) => {
  const { id: ownerId } = await kantor.createMerchant();
  const events = [
    ...[1, 4095, 4096, 262_143, 262_144, 300_000].map((number) => ({ kind: 'order.active', was: null, number })),
    { kind: 'order.closed', was: 'ACTIVE', number: 4096 },
    { kind: 'order.expired', was: 'ACTIVE', number: 262_143 },
  ];
  for (const { kind, was, number } of events) {
    await sql`
      insert into outbox (kind, object_id, owners, numbers, was, amount, created_at)
      values (${kind}, lpad(to_hex(${number}::integer), 32, '0')::uuid, array[${ownerId}]::uuid[], array[${number}]::bigint[], ${was}, 10, now())`.execute(
      kantor.ownerDb,
    );
  }
  await foldAll(kantor);
  const { rows } = await sql<{ block: string }>`
    select format('%s: %s of %s, %s', level, status, block, n || ' for ' || amount) as block from list_block
    where owner_id = ${ownerId} order by level, status, list_block.block`.execute(kantor.db);
  expect(rows.map(({ block }) => block)).toEqual([
    '0: ACTIVE of 0, 2 for 20',
    '0: ACTIVE of 64, 1 for 10',
    '0: ACTIVE of 73, 1 for 10',
    '0: CLOSED of 1, 1 for 10',
    '0: EXPIRED of 63, 1 for 10',
    '1: ACTIVE of 0, 2 for 20',
    '1: ACTIVE of 1, 2 for 20',
    '1: CLOSED of 0, 1 for 10',
    '1: EXPIRED of 0, 1 for 10',
  ]);
});
