import type { StubRequest } from '@kantor/demo/stub.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import { serveStubs } from '../src/stubs.ts';

const lines: string[] = [];
let url: URL;
let closing: AbortController;
const requests: StubRequest[] = [];

beforeEach(async () => {
  lines.length = 0;
  requests.length = 0;
  closing = new AbortController();
  url = new URL(`http://127.0.0.1:${await freePort()}`);
  const stubs = {
    echo: (request: StubRequest) => {
      requests.push(request);
      return { status: 201, body: { seen: request.body } };
    },
    broken: () => Promise.reject(new Error('out of order')),
    quiet: () => ({ status: 204 }),
  };
  await serveStubs(url, stubs, { log: (line) => lines.push(line), signal: closing.signal });
});
afterEach(() => closing.abort());

it('leads a request to the stub of its name, without the name', async () => {
  const answer = await fetch(new URL('/echo/a/b?x=1', url), { method: 'POST', body: '{"n":1}' });
  expect([answer.status, await answer.json()]).toEqual([201, { seen: '{"n":1}' }]);
  expect(requests).toMatchObject([{ method: 'POST', path: '/a/b', body: '{"n":1}' }]);
  expect(requests[0]?.query.get('x')).toBe('1');
});

it('has nothing at other addresses', async () => {
  for (const path of ['/', '/other', '/toString/x']) expect((await fetch(new URL(path, url))).status).toBe(404);
});

it('goes on when a stub fails, and says so', async () => {
  expect((await fetch(new URL('/broken', url))).status).toBe(500);
  expect(lines).toEqual([expect.stringContaining('out of order')]);
  const quiet = await fetch(new URL('/quiet', url));
  expect([quiet.status, await quiet.text()]).toEqual([204, '']);
});

it('is gone after the signal', async () => {
  closing.abort();
  await expect(fetch(new URL('/quiet', url))).rejects.toThrow('fetch failed');
});
