import { sql } from 'kysely';
import { expect } from 'vitest';
import { namesAmount } from '../../src/modules/devices/index.ts';
import { kantorTest as test } from '../support/fixtures.ts';

// A text that nobody could read may be about an order whose sum it names.

const CASES: [amount: bigint, text: string, named: boolean][] = [
  [150_000n, 'Вам пришло 1500р, смотрите', true],
  [150_000n, '1 500 ₽', true],
  [150_000n, '1\u00A0500 ₽', true],
  [150_000n, '1\u202F500 ₽', true],
  [150_000n, '1.500,00 руб', true],
  [150_000n, "1'500.0р", true],
  [150_000n, '+1,500.00 RUB', true],
  [150_000n, 'СЧЁТ4321 1500р', true],
  [150_000n, 'СЧЁТ4321 1 500р', true],
  [150_000n, 'Пришло 1500.', true],
  [150_050n, '1 500,5р', true],
  [150_050n, '1500,50р', true],
  [150_005n, '1500.05р', true],
  [100_000_000n, '1 000 000р', true],
  [30_000n, '300р', true],
  [150_000n, '1500.50р', false],
  [150_050n, '1500р', false],
  [150_005n, '1500.5р', false],
  [150_000n, '21 500р', false],
  [150_000n, '11500р', false],
  [150_000n, '15000р', false],
  [150_000n, '1 500 000р', false],
  [50_000n, '1 500р', false],
  [50_000n, '1,500.00р', false],
  [150_000n, 'Счёт *1500, 700р', false],
  [150_000n, 'СЧЁТ1500 700р', false],
  [150_000n, '100р, а не 15.00', false],
  [150_000n, '', false],
];

test('a text names a sum however it is written, and no part of another', async ({ kantor }) => {
  const rows = await Promise.all(
    CASES.map(async ([amount, text]) => {
      const said = { text: sql<string>`${text}::text`, amount: sql<string>`${amount}::bigint` };
      const { rows: found } = await sql<{ named: boolean }>`
        select ${namesAmount(said.text, said.amount)} as named`.execute(kantor.db);
      return [amount, text, found[0]?.named];
    }),
  );
  expect(rows).toEqual(CASES);
});
