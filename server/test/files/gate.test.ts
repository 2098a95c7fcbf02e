import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { MAX_UPLOAD_BYTES } from '../../src/http/uploads.ts';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { createFiles, diskStore } from '../../src/modules/files/index.ts';
import { createGate } from '../../src/modules/files/service/gate.ts';
import { png } from '../support/uploads.ts';
import { test as base } from './fixture.ts';

/** Two processes on one database, which let a user upload little. */
const test = base.extend('strict', async ({ kantor }, { onCleanup }) => {
  const settings = { ...kantor.settings, uploads: { perHour: 5, bytesPerHour: 1024 ** 2 } };
  const start = () => buildApi({ db: kantor.db, settings, clock: kantor.clock });
  const apps = await Promise.all([start(), start()]);
  onCleanup(async () => void (await Promise.all(apps.map((app) => app.close()))));
  return [apps[0], apps[1]] as const;
});

/** Work that ends when the test says so; it tells when it has begun. */
function held() {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const work = (name: string) => () => {
    begun.push(name);
    return ended;
  };
  return { work, begun, end };
}

/** The status of a refusal, which comes at once; undefined for what is let in, or waits. */
const statusOf = (entering: Promise<unknown>) =>
  Promise.race([
    entering.then(
      () => undefined,
      (error: { status: number; retryAfter: number }) => [error.status, error.retryAfter],
    ),
    setImmediate(undefined),
  ]);

describe('the gate of a process', () => {
  test('lets fourteen in, and the next is told to come back', async () => {
    const gate = createGate();
    const { work, begun, end } = held();
    const inside = Array.from({ length: 14 }, (_, n) => gate.enter(`user ${n}`, work(`${n}`)));
    await vi.waitFor(() => expect(begun).toHaveLength(14));
    expect(await statusOf(gate.enter('another', work('late')))).toEqual([503, 5]);
    end();
    await Promise.all(inside);
    expect(await statusOf(gate.enter('another', work('later')))).toBeUndefined();
    expect(begun).not.toContain('late');
  });

  test('lets two of one user in, four wait, the seventh is refused; others have the other places', async () => {
    const gate = createGate();
    const { work, begun, end } = held();
    const own = Array.from({ length: 6 }, (_, n) => gate.enter('greedy', work(`${n}`)));
    expect(await statusOf(gate.enter('greedy', work('seventh')))).toEqual([429, 5]);
    const other = gate.enter('other', work('other'));
    await vi.waitFor(() => expect(begun).toEqual(['0', '1', 'other']));
    end();
    await Promise.all([...own, other]);
    expect(begun).toEqual(['0', '1', 'other', '2', '3', '4', '5']);
  });

  test('has its places for those who are let in, not for those who wait for their own', async () => {
    const gate = createGate();
    const { work, begun, end } = held();
    const greedy = ['one', 'two', 'three'].flatMap((user) =>
      Array.from({ length: 6 }, () => gate.enter(user, work(user))),
    );
    const others = Array.from({ length: 8 }, (_, n) => gate.enter(`user ${n}`, work(`${n}`)));
    await vi.waitFor(() => expect(begun).toHaveLength(14));
    end();
    await Promise.all([...greedy, ...others]);
  });

  test('decodes two at once, and of heavy ones one', async () => {
    const gate = createGate();
    const heavy = held();
    const light = held();
    const all = [gate.decode(150_000_000, heavy.work('heavy')), gate.decode(150_000_000, heavy.work('heavy too'))];
    await vi.waitFor(() => expect(heavy.begun).toEqual(['heavy']));
    all.push(gate.decode(1000, light.work('light')), gate.decode(1000, light.work('light too')));
    await vi.waitFor(() => expect(light.begun).toEqual(['light']));
    expect(heavy.begun).toEqual(['heavy']);
    heavy.end();
    light.end();
    await Promise.all(all);
    expect([heavy.begun, light.begun]).toEqual([
      ['heavy', 'heavy too'],
      ['light', 'light too'],
    ]);
  });

  test('is left by those who fail', async () => {
    const gate = createGate();
    const fail = () => Promise.reject(new Error('no picture'));
    for (let n = 0; n < 20; n += 1) await expect(gate.enter('clumsy', fail)).rejects.toThrow('no picture');
  });
});

describe('the body of an upload', () => {
  test('is read when it is let in, never before', async ({ kantor, trader }) => {
    const { settings } = kantor;
    const files = createFiles({
      ...kantor,
      store: diskStore(settings.dataDir),
      secret: Buffer.from(settings.jwtSecret),
      isInForce: () => Promise.resolve(true),
      terms: { perHour: 6, bytesPerHour: 1000 },
    });
    const { work, begun, end } = held();
    const file = { name: 'чек.png', bytes: Buffer.alloc(0) };
    const send = (name: string, size = 100) => {
      const read = async () => {
        await work(name)();
        return { file };
      };
      return files.receive(trader.id, { size, read }, async () => {});
    };
    const own = ['1', '2', '3', '4', '5', '6'].map((name) => send(name));
    expect(await statusOf(send('7'))).toEqual([429, 5]);
    await vi.waitFor(() => expect(begun.toSorted()).toEqual(['1', '2']));
    end();
    await Promise.all(own);
    expect(begun.toSorted()).toEqual(['1', '2', '3', '4', '5', '6']);
    await expect(send('8')).rejects.toMatchObject({ status: 429 });
    kantor.pass(HOUR);
    await send('9', 600);
    await expect(send('too large for the hour', 401)).rejects.toMatchObject({ status: 429 });
    expect(begun).toHaveLength(7);
  });

  test('is not judged beyond the quota, nor for a payout of another', async ({ kantor, atWork }) => {
    const { trader, params } = await atWork();
    const other = await atWork();
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const send = (to: typeof params) => trader.raw(uploadPayoutPhoto, { params: to, body: 'no form', headers });
    expect((await send(params)).status).toBe(400);
    expect((await send(other.params)).status).toBe(404);
    await sql`update upload_quota set uploads = 1_000_000 where owner_id = ${trader.id}`.execute(kantor.db);
    expect((await send(params)).status).toBe(429);
  });
});

describe('what a user may upload in an hour', () => {
  test('is counted by two processes together, and begins anew an hour after its first', async ({
    kantor,
    strict,
    atWork,
  }) => {
    const { trader, params } = await atWork();
    const file = await png('чек.png');
    const send = async (n: number) => {
      const form = new FormData();
      form.set('photo', file);
      const sent = new Response(form);
      const [one, other] = strict;
      return (n % 2 ? one : other).inject({
        method: 'PATCH',
        url: `${API_BASE}${uploadPayoutPhoto.path.replace(':id', params.id)}`,
        headers: {
          authorization: `Bearer ${await trader.token()}`,
          'content-type': sent.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await sent.arrayBuffer()),
      });
    };
    for (let n = 0; n < 5; n += 1) expect((await send(n)).statusCode).toBe(200);
    kantor.pass(20 * MINUTE);
    const refused = await send(5);
    expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
      429,
      '2400',
      expect.objectContaining({
        code: 'rate_limited',
        detail: 'Слишком много файлов: за час не больше 5 и не больше 1 МБ. Повторите через 40 минут',
      }),
    ]);
    expect((await send(6)).statusCode).toBe(429);
    kantor.pass(HOUR - 20 * MINUTE - 1);
    expect((await send(6)).statusCode).toBe(429);
    kantor.pass(1);
    expect((await send(6)).statusCode).toBe(200);
    await sql`update upload_quota set uploads = 2, bytes = 1_048_500 where owner_id = ${trader.id}`.execute(kantor.db);
    expect((await send(7)).statusCode).toBe(429);
  });

  test('is charged for what comes in pieces of unknown number as for the largest, and corrected when it is there', async ({
    kantor,
    atWork,
  }) => {
    const file = await png('чек.png');
    const settings = { ...kantor.settings, uploads: { perHour: 5, bytesPerHour: MAX_UPLOAD_BYTES + 2 * file.size } };
    const app = await buildApi({ db: kantor.db, settings, clock: kantor.clock });
    onTestFinished(() => app.close());
    const { trader, params } = await atWork();
    const send = async () => {
      const form = new FormData();
      form.set('photo', file);
      const sent = new Response(form);
      return app.inject({
        method: 'PATCH',
        url: `${API_BASE}${uploadPayoutPhoto.path.replace(':id', params.id)}`,
        headers: {
          authorization: `Bearer ${await trader.token()}`,
          'content-type': sent.headers.get('content-type') ?? '',
        },
        payload: Readable.from(Buffer.from(await sent.arrayBuffer())),
      });
    };
    for (let n = 0; n < 3; n += 1) expect((await send()).statusCode).toBe(200);
    const { rows } = await sql`select uploads, bytes from upload_quota where owner_id = ${trader.id}`.execute(
      kantor.db,
    );
    expect(rows).toEqual([{ uploads: 3, bytes: BigInt(3 * file.size) }]);
  });
});
