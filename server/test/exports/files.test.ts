import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { listPlatformJournal } from '@kantor/contract/wire/audit.ts';
import { createExport, getExport, listExports, stopExport } from '@kantor/contract/wire/exports.ts';
import { setMemberRole } from '@kantor/contract/wire/members.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, MINUTE } from '../../src/kernel/clock.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { sweepExports } from '../../src/modules/exports/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { createRunner, follow, takeFile } from './fixture.ts';

// Which rows each list's file has, and their sums, is counted in platform/lists.test.ts.

const test = freshKantorTest.extend('operator', ({ kantor }) => kantor.createOperator());

describe('a file', () => {
  test('is there for a day, and its bytes no longer', async ({ kantor }) => {
    const { trader } = await kantor.activeOrder();
    const { file } = await takeFile(kantor, trader, { list: 'orders' });
    const disk = createRunner(kantor).disk;
    const sweep = () => sweepExports({ ...kantor, disk });
    kantor.pass(DAY - MINUTE);
    await sweep();
    expect((await follow(kantor, file.url)).status).toBe(200);
    kantor.pass(MINUTE);
    expect((await follow(kantor, file.url)).status).toBe(404);
    await sweep();
    expect(await readdir(join(kantor.settings.dataDir, 'exports'))).toEqual([]);
    kantor.pass(7 * DAY);
    await sweep();
    const { rows } = await sql`select from export`.execute(kantor.db);
    expect(rows).toEqual([]);
  });

  test('is its person’s own, in their account: nobody else learns that it is there', async ({ kantor }) => {
    const { trader, merchant } = await kantor.activeOrder();
    const shift = await kantor.createMember(trader.id, 'shift');
    const { file } = await takeFile(kantor, trader, { list: 'orders' });
    const params = { id: file.id };
    for (const other of [shift, merchant]) {
      expect((await other.refusal(getExport, { params })).status).toBe(404);
      expect((await other.refusal(stopExport, { params })).status).toBe(404);
      expect(await other.call(listExports)).toEqual({ results: [] });
    }
    expect((await trader.call(listExports)).results.map(({ id }) => id)).toEqual([file.id]);
  });

  test('has a link that cannot be made up, nor led elsewhere', async ({ kantor }) => {
    const { trader } = await kantor.activeOrder();
    const first = await takeFile(kantor, trader, { list: 'orders' });
    const second = await takeFile(kantor, trader, { list: 'orders' });
    const url = String(first.file.url);
    const wrong = [
      url.replace(first.file.id, second.file.id),
      url.replace(/expires=\d+/, `expires=${Date.now() * 2}`),
      url.replace(/signature=./, 'signature='),
      url.replace(/&signature=.*/, ''),
    ];
    for (const each of wrong) expect([each, (await follow(kantor, each)).status]).toEqual([each, 404]);
  });

  test('is of what its person may see: a list that is closed to them has none, nor a file that they had', async ({
    kantor,
  }) => {
    const { trader } = await kantor.activeOrder();
    const shift = await kantor.createMember(trader.id, 'shift');
    for (const list of ['statement', 'deposits', 'journal', 'platform_orders', 'wallets'] as const)
      expect([list, (await shift.refusal(createExport, { body: { list } })).status]).toEqual([list, 403]);
    const owner = await kantor.createMember(trader.id, 'owner');
    const { file } = await takeFile(kantor, owner, { list: 'statement' });
    await trader.call(setMemberRole, { params: { id: owner.personId }, body: { role: 'shift' } });
    expect((await follow(kantor, file.url)).status).toBe(403);
  });

  test('of the platform is for those who take lists away, with dots as on the screen', async ({ kantor, operator }) => {
    const { trader } = await kantor.activeOrder();
    const support = await kantor.createMember(PLATFORM_ACCOUNT, 'support');
    expect((await support.refusal(createExport, { body: { list: 'platform_requisites' } })).status).toBe(403);
    const { lines } = await takeFile(kantor, operator, { list: 'platform_requisites' });
    const own = await takeFile(kantor, trader, { list: 'requisites' });
    const [phone = ''] = /\+7\d{10}/.exec(own.lines.join('\n')) ?? [];
    expect(phone).not.toBe('');
    expect(lines.join('\n')).not.toContain(phone);
    expect(lines.join('\n')).toContain(`•••••••${phone.slice(-4)}`);
  });

  test('that is asked for, and one that is taken, stand in the journal', async ({ kantor, operator }) => {
    const accountant = await kantor.createMember(PLATFORM_ACCOUNT, 'accountant');
    kantor.pass(1);
    const filters = { status: 'CLOSED', from: '2026-01-01', search: '' };
    await takeFile(kantor, accountant, { list: 'platform_orders', filters });
    const { results: newest } = await operator.call(listPlatformJournal);
    // Both are of one moment.
    const results = newest.slice(0, 2).toSorted((one, other) => other.action.localeCompare(one.action));
    const object = { kind: 'list', id: 'platform_orders' };
    expect(results).toMatchObject([
      { who: accountant.username, action: 'fetch-export', object, after: { rows: 0 } },
      {
        who: accountant.username,
        action: 'export',
        object,
        after: { format: 'csv', status: 'CLOSED', from: '2026-01-01' },
      },
    ]);
    expect(results[1]?.after).not.toHaveProperty('search');
  });
});
