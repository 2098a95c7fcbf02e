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
  const other = secretOf(Buffer.from('server'), 'merchant', 1);
  expect(signedHeaders(message, [other, secret])['webhook-signature']).toMatch(
    /^v1,[\w+/]{43}= v1,g0hM9SsE\+OTPJTGt\/tmIKtSyZlE3uFJELVlNIOLJ1OE=$/,
  );
});

test('a secret belongs to a server, a merchant and a version, and is long enough', () => {
  const server = Buffer.from('server');
  const secrets = [
    secretOf(server, 'a', 1),
    secretOf(server, 'a', 2),
    secretOf(server, 'b', 1),
    secretOf(Buffer.from('other'), 'a', 1),
  ].map(showSecret);
  expect(new Set(secrets).size).toBe(4);
  expect(showSecret(secretOf(server, 'a', 1))).toBe(secrets[0]);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
