import https from 'node:https';
import { text } from 'node:stream/consumers';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test as base } from 'vitest';
import { internet } from '../../src/modules/webhooks/web-address.ts';
import { certify } from '../support/stubs/certificate.ts';
import { startNameServer } from '../support/stubs/name-server.ts';
import { closeReceivers, listen, ok, PRIVATE, PUBLIC, sending, serve } from '../support/stubs/receivers.ts';

// Whom a message may reach: nobody inside, and nobody who cannot prove to be the one.

const test = base
  .extend('names', { scope: 'file' }, () =>
    startNameServer({
      'shop.example': () => [PUBLIC],
      'private.example': () => [PRIVATE],
      'metadata.example': () => ['169.254.169.254'],
      'private-six.example': () => ['0:0:0:0:0:0:0:1'],
      'mapped.example': () => ['0:0:0:0:0:ffff:7f00:2'],
      'half.example': () => [PUBLIC, PRIVATE],
      'half-six.example': () => [PUBLIC, 'fd00:0:0:0:0:0:0:1'],
      'rebinding.example': (asked) => (asked === 0 ? [PUBLIC] : [PRIVATE]),
    }),
  )
  .extend('send', { scope: 'file' }, ({ names }) => sending(names.server));
test.afterEach(closeReceivers);
test.afterAll(({ names }) => names.close());

describe('nothing goes to a private address', () => {
  test.for([
    'http://private.example',
    'http://metadata.example',
    'http://private-six.example',
    'http://mapped.example',
    'http://half.example',
    'http://half-six.example',
  ])('that a name leads to: %s', async (url, { send }) => {
    const { port, seen } = await serve(ok, { host: PRIVATE });
    const open = await serve(ok, { port });
    const outcome = await send(`${url}:${port}/`);
    expect(outcome).toMatchObject({ status: null, error: expect.stringContaining('ведёт не в интернет') });
    expect(outcome.error).not.toMatch(/\d/);
    expect([seen.connections, open.seen.connections]).toEqual([0, 0]);
  });

  test.for(['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '0', '[::ffff:127.0.0.1]', 'localhost', 'localhost.'])(
    'that the address itself says: %s',
    async (host, { send }) => {
      const { port, seen } = await serve(ok, { host: PRIVATE });
      const outcome = await send(`http://${host}:${port}/`, { reach: { ...internet(), isPort: () => true } });
      expect(outcome).toMatchObject({ status: null, error: expect.stringContaining('не из интернета') });
      expect(seen.connections).toBe(0);
    },
  );

  test('that a name leads to a moment after it was checked', async ({ names, send }) => {
    const { port, seen } = await serve(ok, { host: PRIVATE });
    const open = await serve(ok, { port });
    expect(await send(`http://rebinding.example:${port}/`)).toMatchObject({ status: 200, error: '' });
    expect([seen.connections, open.seen.connections, names.asked('rebinding.example')]).toEqual([0, 1, 1]);
    // The next attempt asks anew, and finds it.
    expect(await send(`http://rebinding.example:${port}/`)).toMatchObject({ status: null });
    expect([seen.connections, open.seen.connections]).toEqual([0, 1]);
  });

  test('that a redirect leads to', async ({ send }) => {
    const { port: hidden, seen } = await serve(ok, { host: PRIVATE });
    const { port } = await serve((_request, response) =>
      response.writeHead(307, { location: `http://127.0.0.1:${hidden}/` }).end(),
    );
    expect(await send(`http://shop.example:${port}/`)).toMatchObject({ status: 307 });
    expect(seen.connections).toBe(0);
  });

  test('but the one that is trusted, on its port', async ({ send }) => {
    const { port, seen } = await serve(ok, { host: PRIVATE });
    const reach = internet(`http://127.0.0.1:${port}`);
    expect(await send(`http://127.0.0.1:${port}/shop/webhooks`, { reach })).toMatchObject({ status: 200 });
    const other = await serve(ok, { host: PRIVATE });
    expect(await send(`http://127.0.0.1:${other.port}/`, { reach })).toMatchObject({ status: null });
    expect([seen.connections, other.seen.connections]).toEqual([1, 0]);
  });
});

describe('a certificate', () => {
  const authority = certify({ name: 'Authority of the test' });
  const trusted = tls.getCACertificates('default');
  beforeAll(() => tls.setDefaultCACertificates([...trusted, authority.cert]));
  afterAll(() => tls.setDefaultCACertificates(trusted));

  async function serveTls(certificate: ReturnType<typeof certify>) {
    const asked: unknown[] = [];
    const heard: string[] = [];
    const server = https.createServer(
      {
        cert: certificate.cert,
        key: certificate.keyPem,
        SNICallback: (name, done) => {
          asked.push(name);
          done(null);
        },
      },
      async (request, response) => {
        heard.push(await text(request));
        response.end();
      },
    );
    return { port: await listen(server), asked, heard };
  }
  const issue = (name: string, expires?: Date) => certify({ name, issuer: authority, ...(expires && { expires }) });

  test('of the name that was asked for is good, and the server receives the name', async ({ send }) => {
    const { port, asked } = await serveTls(issue('shop.example'));
    expect(await send(`https://shop.example:${port}/`)).toMatchObject({ status: 200, error: '' });
    expect(await send(`https://SHOP.example.:${port}/`)).toMatchObject({ status: 200, error: '' });
    expect(asked).toEqual(['shop.example', 'shop.example']);
  });

  test.for([
    ['of another name', () => issue('other.example'), 'выпущен на другое имя'],
    ['of the address instead of the name', () => issue(PUBLIC), 'выпущен на другое имя'],
    ['that has expired', () => issue('shop.example', new Date(Date.now() - 1000)), 'истёк'],
    ['signed by itself', () => certify({ name: 'shop.example' }), 'нельзя доверять'],
    [
      'of an unknown authority',
      () => certify({ name: 'shop.example', issuer: certify({ name: 'Nobody' }) }),
      'нельзя доверять',
    ],
  ] as const)('%s is none: nothing is sent', async ([_what, certificate, sentence], { send }) => {
    const { port, heard } = await serveTls(certificate());
    for (const insecure of [undefined, '0']) {
      if (insecure) process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = insecure;
      const outcome = await send(`https://shop.example:${port}/`);
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      expect(outcome).toMatchObject({ status: null, error: expect.stringContaining(sentence) });
    }
    expect(heard).toEqual([]);
  });

  test('is not to be had where there is none', async ({ send }) => {
    const { port } = await serve(ok);
    expect((await send(`https://shop.example:${port}/`)).error).toBe(
      'С сервером не удалось договориться о защищённом соединении',
    );
  });
});
