import { moveEarnings, toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { kantorTest } from '../support/fixtures.ts';

const test = kantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader())
  /** The rows of an account's journal, oldest first. */
  .extend('journal', ({ kantor }) => async (accountId: string) => {
    const { rows } = await sql`
      select audit.source, who, audit.person_id, audit.account_id, address, action, audit.object_kind, audit.object_id, before, after
      from audit join audit_account on audit_id = audit.id where audit_account.account_id = ${accountId} order by id`.execute(
      kantor.db,
    );
    return rows;
  });

describe('what a person does on the screens', () => {
  test('is kept with who, from where, before and after, in the journal of their account', async ({
    trader,
    journal,
  }) => {
    await trader.call(toggleTraffic, { body: { is_active: false } });
    expect(await journal(trader.id)).toEqual([
      {
        source: 'web',
        who: expect.any(String),
        person_id: expect.any(String),
        account_id: trader.id,
        address: expect.stringMatching(/^[\d.:a-f]+$/),
        action: 'switch-traffic',
        object_kind: 'user',
        object_id: trader.id,
        before: { on: true },
        after: { on: false },
      },
    ]);
  });

  test('is not kept when it changed nothing', async ({ trader, journal }) => {
    for (let n = 0; n < 2; n += 1) await trader.call(toggleTraffic, { body: { is_active: false } });
    expect(await journal(trader.id)).toHaveLength(1);
  });

  test('is not kept when it was refused', async ({ trader, journal }) => {
    await trader.refusal(moveEarnings);
    expect(await journal(trader.id)).toEqual([]);
  });
});
