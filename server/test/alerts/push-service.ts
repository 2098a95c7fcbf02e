import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushedAlert } from '@kantor/contract/plain/alerts.ts';

export type Pushed = Omit<PushedAlert, 'kind'> & { kind: string };

interface HeardPush {
  path: string;
  ttl: number;
  urgency: string;
  /** Of the token: whom it is for, and until when. */
  audience: string;
  expires: number;
  /** The key that signed it, base64url. */
  key: string;
  body: Buffer;
}

/** A browser with a subscription at the push service; it opens what is pushed to it, by RFC 8291 alone. */
export class Browser {
  readonly #ecdh = createECDH('prime256v1');
  readonly #auth = randomBytes(16);
  readonly #publicKey: Buffer;
  readonly #endpoint: string;

  constructor(endpoint: string) {
    this.#endpoint = endpoint;
    this.#publicKey = this.#ecdh.generateKeys();
  }

  get path(): string {
    return new URL(this.#endpoint).pathname;
  }

  /** What `addPushBrowser` is sent. */
  get subscription() {
    return {
      endpoint: this.#endpoint,
      p256dh: this.#publicKey.toString('base64url'),
      auth: this.#auth.toString('base64url'),
    };
  }

  open(body: Buffer): Pushed {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const sealed = body.subarray(21 + keyLength);
    const shared = this.#ecdh.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#publicKey, sender]);
    const ikm = Buffer.from(hkdfSync('sha256', shared, this.#auth, info, 32));
    const key = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: aes128gcm\0', 16));
    const nonce = Buffer.from(hkdfSync('sha256', ikm, salt, 'Content-Encoding: nonce\0', 12));
    const cipher = createDecipheriv('aes-128-gcm', key, nonce);
    cipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
    const end = padded.lastIndexOf(2);
    if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('The padding is wrong');
    return JSON.parse(padded.subarray(0, end).toString('utf8')) as Pushed;
  }
}

/** Reads `vapid t=…, k=…` and checks the signature (RFC 8292). @throws Error when it is wrong. */
function readVapid(header: string | undefined) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const raw = Buffer.from(key, 'base64url');
  const x = raw.subarray(1, 33).toString('base64url');
  const y = raw.subarray(33, 65).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The token is not signed by its key');
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  if (!/^(mailto|https):/.test(String(sub))) throw new Error('The token does not say whom to write to');
  return { audience: String(aud), expires: Number(exp), key };
}

/** A push service that takes what is right by the standards, and answers as the test says. */
export async function startPushService() {
  const heard: HeardPush[] = [];
  const faults: unknown[] = [];
  const service = { answer: (_path: string, _before: number): number | Promise<number> => 201, headers: {} };
  const server = createServer(async (request, response) => {
    try {
      const { url: path = '', headers } = request;
      const body = await buffer(request);
      if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Another encoding');
      const before = heard.filter((each) => each.path === path).length;
      const { ttl, urgency } = headers;
      heard.push({ path, ttl: Number(ttl), urgency: String(urgency), ...readVapid(headers.authorization), body });
      const status = await service.answer(path, before);
      response.writeHead(status, service.headers).end();
    } catch (error) {
      faults.push(error);
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let browsers = 0;
  return {
    url,
    heard,
    /** What broke the standards. */
    faults,
    service,
    /** A browser that has subscribed there. */
    newBrowser: () => new Browser(`${url}/push/${(browsers += 1)}`),
    /** What a browser was pushed, opened. */
    pushesTo: (browser: Browser): Pushed[] =>
      heard.filter(({ path }) => path === browser.path).map(({ body }) => browser.open(body)),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
