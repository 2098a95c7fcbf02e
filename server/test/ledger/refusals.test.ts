import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { fundsError, InsufficientFunds, postAll, postCalls, postings } from '../../src/modules/ledger/index.ts';
import { test } from '../support/fixtures.ts';

test('A part of a statement is refused for want of money, as a posting by itself is', async ({ kantor, trader }) => {
  const at = kantor.clock();
  const had = await kantor.balances(trader.id);
  const list = [
    { posting: postings.deposit(randomUUID(), trader.id, 5n), at },
    { posting: postings.withdrawalCreated(randomUUID(), trader.id, had.available + 6n), at },
  ];
  const asPart = transaction(kantor.db, (tx) => sql`select 1, ${postCalls(list)}`.execute(tx)).catch(
    (error: unknown) => {
      throw fundsError(error);
    },
  );
  await expect(asPart).rejects.toThrow(InsufficientFunds);
  await expect(transaction(kantor.db, (tx) => postAll(tx, list))).rejects.toThrow(InsufficientFunds);
  expect(await kantor.balances(trader.id)).toEqual(had);
});
