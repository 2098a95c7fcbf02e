import { describe, expect } from 'vitest';
import { httpSource } from '../../src/modules/rates/source.ts';
import { findCurrentRate } from '../../src/modules/rates/store.ts';
import { startRateServer } from '../support/rate-server.ts';
import { writeEndlessly } from '../support/stubs/endless.ts';
import { EVERY, test } from './fixture.ts';

describe('a source that is of no use changes nothing, and says why', () => {
  const failure = async (read: Promise<bigint>) => String(await read.catch((error: unknown) => error));

  test('another status', async ({ rates: { server, read } }) => {
    for (const status of [500, 404, 204]) {
      server.does((response) => void response.writeHead(status).end());
      expect(await failure(read())).toMatch(
        new RegExp(`^Error: The rate source 127.0.0.1:\\d+ is of no use: it answered with status ${status}\\.$`),
      );
    }
  });

  test('a redirect: nobody decided to trust where it leads', async ({ rates: { server, read } }) => {
    const other = await startRateServer();
    other.says('92.5');
    server.does((response) => void response.writeHead(302, { location: other.url }).end());
    expect(await failure(read())).toContain('it answered with status 302');
    expect(other.asked()).toBe(0);
    other.close();
  });

  test('an answer without end', async ({ rates: { server, read } }) => {
    server.does((response) => writeEndlessly(response, 'x'.repeat(65_536)));
    expect(await failure(read())).toContain('its answer is longer than 262144 bytes');
  });

  test('an answer that is just short enough is read', async ({ rates: { server, read } }) => {
    const body = `{"price": 92.5, "more": "${'x'.repeat(262_144 - 35)}"}`;
    server.does((response) => void response.end(body));
    expect(await read()).toBe(92_5000n);
  });

  test('no answer, and one that stops half-way', async ({ kantor, rates: { server, ask, rows, read } }) => {
    server.does(() => undefined);
    expect(await failure(read('price', 50))).toContain('it took too long');
    server.does((response) => void response.write('{"price":'));
    expect(await failure(read('price', 50))).toContain('it took too long');
    const [asked, before] = [await rows(), await findCurrentRate(kantor.db)];
    server.does((response) => void response.end('{"price": 0}'));
    kantor.pass(EVERY);
    await expect(ask()).rejects.toThrow('price is no plain decimal number above 0');
    expect([await rows(), await findCurrentRate(kantor.db)]).toEqual([asked, before]);
  });

  test('nobody there; and never with the key in its address', async () => {
    const gone = await startRateServer();
    gone.close();
    const why = await failure(httpSource({ url: `${gone.url}?key=hunter2`, path: '' }).read());
    expect(why).toContain('ECONNREFUSED');
    expect(why).not.toContain('hunter2');
  });
});
