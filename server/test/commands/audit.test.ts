import { sql } from 'kysely';
import { expect } from 'vitest';
import { test as base } from '../support/fixtures.ts';

const test = base.extend('run', ({ kantor }) => (...args: string[]) => {
  kantor.pass(1);
  return kantor.cli(...args);
});

test('nothing was done yet', async ({ run }) => {
  expect(await run('audit')).toBe('Nothing was done.');
});

test('is shown latest at the end: when, who, what, and what differs', async ({ trader, merchant, run }) => {
  await run('set-fees', trader.username, '--reward-bp', '300', '--by', ' Анна ');
  await run('block', merchant.username);
  expect((await run('audit')).split('\n')).toEqual([
    `2026-11-20 09:00 UTC  Анна (tester@here)  set-fees  account ${trader.id}`,
    '  reward_bp: 200 → 300',
    `2026-11-20 09:00 UTC  tester@here  block  account ${merchant.id}`,
    expect.stringMatching(/^ {2}blocked_at: — → 2026-11-20T09:00:00\.\d{3}Z$/),
    '  ended_api_keys: — → Магазин',
  ]);
});

test('is narrowed to a kind, an id or a name, and to the last ones', async ({ trader, merchant, run }) => {
  await run('set-rate', '101');
  const actions = async (...args: string[]) =>
    [...(await run('audit', ...args)).matchAll(/UTC {2}.+? {2}(\S+) {2}/g)].map(([, action]) => action);
  expect(await actions()).toEqual(['set-fees', 'block', 'set-rate']);
  expect(await actions('--last', '2')).toEqual(['block', 'set-rate']);
  expect(await actions('--object', 'account')).toEqual(['set-fees', 'block']);
  expect(await actions('--object', 'rate')).toEqual(['set-rate']);
  expect(await actions('--object', trader.id.toUpperCase())).toEqual(['set-fees']);
  expect(await actions('--object', merchant.username.toUpperCase())).toEqual(['block']);
  expect(await actions('--object', 'account', '--last', '1')).toEqual(['block']);
  expect(await run('audit', '--object', 'nobody')).toBe('Nothing was done.');
});

test('can be neither changed nor thinned out, also by hand', async ({ kantor }) => {
  for (const statement of ["update audit set who = 'somebody else'", 'delete from audit', 'truncate audit cascade']) {
    await expect(sql.raw(statement).execute(kantor.ownerDb)).rejects.toThrow('The audit is append only');
  }
});

test('keeps a change and its row together: what fails leaves neither', async ({ kantor, merchant, run }) => {
  const before = (await sql`select * from audit`.execute(kantor.db)).rows;
  await sql`alter table audit add constraint full_up check (action <> 'unblock')`.execute(kantor.ownerDb);
  await expect(run('unblock', merchant.username)).rejects.toThrow('full_up');
  await sql`alter table audit drop constraint full_up`.execute(kantor.ownerDb);
  const { rows } = await sql<{ blocked: boolean }>`
    select blocked_at is not null as blocked from account where id = ${merchant.id}`.execute(kantor.db);
  expect(rows).toEqual([{ blocked: true }]);
  expect((await sql`select * from audit`.execute(kantor.db)).rows).toEqual(before);
});
