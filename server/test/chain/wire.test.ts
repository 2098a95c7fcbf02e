import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect } from 'vitest';
import { writeEndlessly } from '../support/stubs/endless.ts';
import { failureOf, test } from './faulty-node.ts';
import type { Chain } from './simulated-chain.ts';

// Whatever happens to answers on their way, nothing wrong is credited; and once it is over, nothing right is lost.

describe('On the way', () => {
  test.for<[string, Parameters<Chain['disturb']>[0], RegExp]>([
    ['a server error', (response) => response.writeHead(500).end('{}'), /it answered with status 500\.$/],
    ['a page of a proxy', (response) => response.writeHead(502).end('<html>'), /it answered with status 502\.$/],
    ['a page instead of JSON', (response) => response.end('<html>'), /it answered something else than JSON\.$/],
    ['nothing', (response) => response.end(''), /it answered something else than JSON\.$/],
    ['half of the answer', (response, body) => response.end(body.slice(0, -40)), /something else than JSON\.$/],
    ['a broken connection', (response) => response.destroy(), /is of no use: (other side closed|socket hang up)\.$/],
    [
      'an answer that breaks off',
      (response, body) => {
        response.writeHead(200, { 'content-length': body.length });
        response.write(body.slice(0, 40), () => response.destroy());
      },
      /is of no use: .+\.$/,
    ],
    ['a redirect', (response) => response.writeHead(302, { location: '/' }).end(), /it answered with status 302\.$/],
    ['a wrong key', (response) => response.writeHead(401).end('{}'), /it does not accept KANTOR_TRON_API_KEY\.$/],
    [
      "a node's own complaint",
      (response) => response.end('{"Error":"class java.lang.NullPointerException : null"}'),
      /it says "class java\.lang\.NullPointerException : null"\.$/,
    ],
    [
      'a complaint that shows our key',
      (response) => response.end('{"Error":"bad key a-key-of-ours\\nat line 1"}'),
      /it says "bad key … at line 1"\.$/,
    ],
  ])('%s', async ([_name, wire, sentence], { chain, expectNothingLost }) => {
    chain.disturb(wire);
    await expectNothingLost(sentence);
  });

  test.for<[string, Parameters<Chain['disturb']>[0]]>([
    ['silence', () => undefined],
    [
      'an answer that never ends',
      (response) => {
        response.write('{');
        const dripping = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(dripping));
      },
    ],
  ])('%s', async ([_name, wire], { chain, startHurried, expectNothingLost }) => {
    const scan = await startHurried();
    chain.disturb(wire);
    await expectNothingLost(/it took too long\.$/, scan);
  });

  test('an answer that is too long is not kept in memory', async ({ chain }) => {
    const patient = chain.source({ timeoutMs: 20_000 });
    let sent = () => 0;
    chain.disturb((response) => (sent = writeEndlessly(response, ' '.repeat(1024 * 1024))));
    expect(await failureOf(patient.block(BigInt(chain.node.head())))).toMatch(
      /its answer is longer than 33554432 bytes\.$/,
    );
    expect(sent()).toBeLessThan(64 * 1024 * 1024);
  });

  test('nobody is there', async ({ chain }) => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    const source = chain.source({ url: `http://127.0.0.1:${port}/secret-path` });
    expect(await failureOf(source.block(1n))).toBe(
      `The TRON node 127.0.0.1:${port} is of no use: connect ECONNREFUSED 127.0.0.1:${port}.`,
    );
  });

  test('our key goes to the node, in its own header only', async ({ chain }) => {
    const heard: unknown[] = [];
    chain.disturb((response, body, request) => {
      heard.push([request.method, request.url, request.headers['tron-pro-api-key']]);
      response.end(body);
    });
    await chain.source({ apiKey: 'a-key-of-ours' }).genesis();
    await chain.source().genesis();
    expect(heard).toEqual([
      ['POST', '/wallet/getblockbynum', 'a-key-of-ours'],
      ['POST', '/wallet/getblockbynum', undefined],
    ]);
  });
});
