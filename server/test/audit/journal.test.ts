import { listJournal, listPlatformJournal } from '@kantor/contract/wire/audit.ts';
import { toggleTraffic } from '@kantor/contract/wire/balance.ts';
import { createCabinet } from '@kantor/contract/wire/cabinets.ts';
import { createApiKey } from '@kantor/contract/wire/api-keys.ts';
import { describe, expect } from 'vitest';
import { singleStatement } from '../../src/db/tx.ts';
import { SECOND } from '../../src/kernel/clock.ts';
import { appendAudit } from '../../src/modules/audit/index.ts';
import { kantorTest } from '../support/fixtures.ts';

const test = kantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader())
  .extend('operator', ({ kantor }) => kantor.createOperator())
  /** A trader switches their traffic off and makes a cabinet; a command blocks them. */
  .extend('passDay', ({ kantor, trader }) => async () => {
    await trader.call(toggleTraffic, { body: { is_active: false } });
    kantor.pass(SECOND);
    const cabinet = await trader.call(createCabinet, {
      body: { device_name: 'Первый', phone: '+79990000000', bank_detail: null },
    });
    kantor.pass(SECOND);
    await singleStatement(kantor.db, (statement) =>
      appendAudit(
        statement,
        {
          actor: { name: 'anna', osUser: 'anna@host', personId: undefined },
          accountIds: [trader.id],
          action: 'set-fees',
          object: { kind: 'account', id: trader.id },
          before: { reward_bp: 200 },
          after: { reward_bp: 300 },
        },
        kantor.clock(),
      ),
    );
    return { cabinet };
  });

const actionsOf = ({ results }: { results: readonly { action: string }[] }) => results.map(({ action }) => action);

describe('the journal of an account', () => {
  test('has what its people did and what was done to it, newest first, and tells nothing of who works for the platform', async ({
    trader,
    passDay,
  }) => {
    await passDay();
    const journal = await trader.call(listJournal);
    expect(actionsOf(journal)).toEqual(['set-fees', 'create-cabinet', 'switch-traffic']);
    expect(journal.results[0]).toMatchObject({ who: 'Платформа', person: null, from: null });
    expect(journal.results[2]).toMatchObject({
      who: trader.username,
      person: trader.personId,
      from: { address: expect.any(String) },
    });
    expect(journal).toMatchObject({ count: 3, rest: null });
  });

  test('has nothing of others', async ({ kantor, passDay }) => {
    await passDay();
    const merchant = await kantor.createMerchant();
    await merchant.call(createApiKey, { body: { name: 'Касса' } });
    expect(actionsOf(await merchant.call(listJournal))).toEqual(['create-api-key']);
  });

  test('is narrowed by person, kind and object, and paged', async ({ trader, passDay }) => {
    const { cabinet } = await passDay();
    const read = async (query: object) => actionsOf(await trader.call(listJournal, { query }));
    expect(await read({ person: trader.personId })).toEqual(['create-cabinet', 'switch-traffic']);
    expect(await read({ kind: 'cabinet' })).toEqual(['create-cabinet']);
    expect(await read({ object: cabinet.id })).toEqual(['create-cabinet']);
    expect(await read({ object: cabinet.id, kind: 'account' })).toEqual([]);
    expect(await read({ page: 2, page_size: 1 })).toEqual(['create-cabinet']);
  });
});

describe('the journal of the platform', () => {
  test('has everything, with whose command it was', async ({ operator, trader, passDay }) => {
    await passDay();
    const { results } = await operator.call(listPlatformJournal, { query: { account: trader.id } });
    expect(results[0]).toMatchObject({ action: 'set-fees', who: 'anna', os_user: 'anna@host', account: null });
    expect(results[2]).toMatchObject({ action: 'switch-traffic', account: { id: trader.id, role: 'trader' } });
    expect(actionsOf(await operator.call(listPlatformJournal, { query: { person: trader.personId } }))).toEqual([
      'create-cabinet',
      'switch-traffic',
    ]);
  });
});
