import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pathOf } from '@kantor/contract/client.ts';
import { cancelMerchantOrder, createMerchantOrder, MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE, confirmOrder } from '@kantor/contract/plain/routes.ts';
import { listRequisites } from '@kantor/contract/plain/requisite-routes.ts';
import { streamEvents } from '@kantor/contract/wire/events.ts';
import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { verify } from '../../src/modules/verification/index.ts';
import { kantorTest } from '../support/fixtures.ts';
import { startServer } from '../support/server-process.ts';
import { unpackRelease } from './fixture.ts';

// While a release is taken, and after one that was taken back, the version before works on the schema of today: what it uses is taken
// away a release later. Where this fails, expand now and contract with the next one (decisions 131 and 135).

/** Of the calls of that release. */
interface OldRoute {
  method: string;
  path: string;
}

/** An answer that goes on. */
const isStream = ({ path }: OldRoute) => path === streamEvents.path;

interface Answer {
  status: number;
  body: unknown;
}

const test = kantorTest
  .extend('options', { scope: 'file' }, { now: 'running' as const })
  .extend('release', { scope: 'file' }, ({ kantor }, { onCleanup }) => {
    const release = unpackRelease(kantor.settings.dataDir);
    onCleanup(release.remove);
    return release;
  })
  .extend('market', { scope: 'file' }, async ({ kantor }) => {
    const { trader, merchant } = await kantor.activeOrder({ balance: '100000' });
    await kantor.fund(merchant.id, '1000');
    const operator = await kantor.createOperator();
    return { trader, merchant, operator };
  })
  /** The last release's server, api and worker, as the role that serves. */
  .extend('server', { scope: 'file' }, async ({ kantor, release }, { onCleanup }) => {
    const server = await startServer(
      kantor.databaseUrl,
      'all',
      { KANTOR_MIGRATE: 'off', KANTOR_DATA_DIR: kantor.settings.dataDir, KANTOR_LOG_LEVEL: 'debug' },
      release.main,
    );
    onCleanup(() => server.kill('SIGKILL'));
    return server;
  })
  .extend(
    'ask',
    { scope: 'file' },
    ({ server }) =>
      async (token: string, method: string, path: string, body?: unknown): Promise<Answer> => {
        const answer = await fetch(server.url + path, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'idempotency-key': `${method}-${path}-${JSON.stringify(body ?? '').length}`,
          },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        const isJson = answer.headers.get('content-type')?.includes('json');
        return { status: answer.status, body: isJson && text !== '' ? JSON.parse(text) : text };
      },
  )
  /** Asks every reading call of that release, of lists with the ids that they name. @returns those that are failures of the server. */
  .extend('readAll', { scope: 'file' }, ({ release, market, ask }) => async () => {
    const loadFile = async (file: string) =>
      Object.values(
        (await import(pathToFileURL(join(release.folder, 'contract/src/plain', file)).href)) as Record<string, unknown>,
      ).filter(
        (value): value is OldRoute =>
          typeof value === 'object' && value !== null && 'path' in value && 'method' in value,
      );
    const names = (await readdir(join(release.folder, 'contract/src/plain'))).filter((name) =>
      name.endsWith('routes.ts'),
    );
    const isOfShops = (name: string) => /^(merchant|test)-/.test(name);
    const load = async (of: (name: string) => boolean) => (await Promise.all(names.filter(of).map(loadFile))).flat();
    const own = await load((name) => !isOfShops(name) && name !== 'device-routes.ts');
    const shops = await load(isOfShops);
    const { trader, merchant, operator } = market;
    const faults: string[] = [];
    let count = 0;
    const readBy = async (token: string, base: string, routes: readonly OldRoute[]) => {
      const reading = routes.filter((route) => route.method === 'GET' && !isStream(route));
      const ids = new Map<string, string[]>();
      const read = async (path: string) => {
        const { status, body } = await ask(token, 'GET', base + path);
        count += 1;
        if (status >= 500) faults.push(`${path}: ${status}`);
        return body;
      };
      for (const { path } of reading.filter((route) => !route.path.includes(':'))) {
        const body = await read(path);
        const { results = [] } = (body ?? {}) as { results?: { id?: unknown }[] };
        if (Array.isArray(results))
          ids.set(
            path,
            results.slice(0, 1).map(({ id }) => String(id)),
          );
      }
      for (const { path } of reading.filter((route) => route.path.includes('/:id'))) {
        const [list = ''] = path.split(':id');
        for (const id of ids.get(list) ?? ids.get(list.slice(0, -1)) ?? []) await read(path.replace(/:\w+/g, id));
      }
    };
    for (const person of [trader, merchant, operator]) await readBy(await person.token(), API_BASE, own);
    await readBy(merchant.key, MERCHANT_API_BASE, shops);
    return { faults, count };
  });

test('the server of the last release starts on the schema of today, and all its reading calls answer', async ({
  readAll,
}) => {
  const { faults, count } = await readAll();
  expect(faults).toEqual([]);
  expect(count).toBeGreaterThan(200);
});

test('it takes an order to its end, and what it has written holds', async ({ kantor, market, ask, server }) => {
  const { trader, merchant } = market;
  await kantor.heartbeat();
  const paid = await ask(merchant.key, 'POST', MERCHANT_API_BASE + createMerchantOrder.path, {
    amount: '1700.00',
    method: 'sbp',
    external_id: 'old-1',
  });
  expect(paid).toMatchObject({ status: 201 });
  const token = await trader.token();
  const { id } = paid.body as { id: string };
  expect(await ask(token, 'POST', API_BASE + pathOf(confirmOrder.path, { id }), {})).toMatchObject({ status: 200 });
  const dropped = await ask(merchant.key, 'POST', MERCHANT_API_BASE + createMerchantOrder.path, {
    amount: '1900.00',
    method: 'sbp',
    external_id: 'old-22',
  });
  const { id: other } = dropped.body as { id: string };
  expect(
    (await ask(merchant.key, 'POST', MERCHANT_API_BASE + pathOf(cancelMerchantOrder.path, { id: other }))).status,
  ).toBeLessThan(300);
  const { rows } = await sql<{ status: string }>`
    select status from orders where id in (${id}, ${other}) order by status`.execute(kantor.db);
  expect(rows.map(({ status }) => status)).toEqual(['CLOSED', 'DECLINED']);
  // Each job has had a turn.
  await vi.waitUntil(() => server.output().includes('"job":"forget_webhooks"'), { timeout: 10_000, interval: 50 });
  expect(
    server
      .output()
      .split('\n')
      .filter((line) => /"level":"error"/.test(line)),
  ).toEqual([]);
  expect(await verify(kantor.db)).toEqual([]);
});

test('a column that it uses and that is gone is noticed', async ({ kantor, readAll }) => {
  await sql`alter table requisite rename column paused_at to halted_at`.execute(kantor.ownerDb);
  const { faults } = await readAll();
  await sql`alter table requisite rename column halted_at to paused_at`.execute(kantor.ownerDb);
  expect(faults).toContain(`${listRequisites.path}: 500`);
});
