import { expect, test } from 'vitest';
import { secretOf, showSecret, signedHeaders } from './secrets.ts';

test('a signature is what the reference libraries of Standard Webhooks make', () => {
  // From their own tests: libraries/javascript/src/webhook.test.ts.
  const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64');
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_999),
    body: '{"test": 2432232314}',
  };
  expect(signedHeaders(message, [secret])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
  const other = secretOf(Buffer.from('server'), { endpointId: 'merchant', version: 1, lastRawVersion: 0 });
  expect(signedHeaders(message, [other, secret])['webhook-signature']).toMatch(
    /^v1,[\w+/]{43}= v1,g0hM9SsE\+OTPJTGt\/tmIKtSyZlE3uFJELVlNIOLJ1OE=$/,
  );
});

test('a secret belongs to a server, a merchant and a version, and is long enough', () => {
  const server = Buffer.from('server');
  const ofA = { endpointId: 'a', version: 1, lastRawVersion: 0 };
  const secrets = [
    secretOf(server, ofA),
    secretOf(server, { ...ofA, version: 2 }),
    secretOf(server, { ...ofA, endpointId: 'b' }),
    secretOf(Buffer.from('other'), ofA),
    secretOf(server, { ...ofA, lastRawVersion: 1 }),
  ].map(showSecret);
  expect(new Set(secrets).size).toBe(5);
  expect(showSecret(secretOf(server, ofA))).toBe(secrets[0]);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});

test('a secret that was made before keys were derived stays to the letter; the next one is derived', () => {
  const shown = { endpointId: '0190a6f0-0000-7000-8000-000000000001', version: 2, lastRawVersion: 2 };
  const server = Buffer.from('a secret that is only used by tests');
  // Made by the version that shipped before.
  expect(showSecret(secretOf(server, shown))).toBe('whsec_4NjSd0HPY6HToa7/wXdwq0uvZFqeax4LapS9EuFO+LQ=');
  const derived = showSecret(secretOf(server, { ...shown, lastRawVersion: 1 }));
  expect(derived).not.toBe('whsec_4NjSd0HPY6HToa7/wXdwq0uvZFqeax4LapS9EuFO+LQ=');
  expect(showSecret(secretOf(server, { ...shown, version: 3, lastRawVersion: 3 }))).not.toBe(
    showSecret(secretOf(server, { ...shown, version: 3 })),
  );
});
