import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { COUNTER_HEADER, DEVICE_HEADER, SIGNATURE_HEADER, signedText } from '@kantor/contract/plain/device-headers.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import {
  DEVICE_CALLS,
  phoneMessage,
  pairDevice,
  sendNotifications,
  sendPing,
} from '@kantor/contract/wire/device-api.ts';
import { MAX_NOTIFICATIONS } from '@kantor/contract/plain/limits.ts';
import { SMS_FORWARDER_TEMPLATE } from '@kantor/contract/plain/forwarders.ts';
import { describe, expect, test } from 'vitest';
import { DEVICE_MESSAGES_PER_MINUTE } from '../../src/modules/device-api/limits.ts';
import { hmac, isSigned, readClaim } from '../../src/modules/device-api/signature.ts';

const DOC = readFileSync(new URL('../../../docs/phones.md', import.meta.url), 'utf8');

/** The lines of code under a heading, in the order in which they stand. */
const code = (language: string) =>
  [...DOC.matchAll(new RegExp(`^ *\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\``, 'gm'))].map(([, text = '']) => text);
const [SCRIPT = ''] = code('js');
const value = (name: string) => new RegExp(`^const ${name} = '?([^'\\n]*)'?;$`, 'm').exec(SCRIPT)?.[1] ?? '';
const stated = (name: string) => new RegExp(`\`${name}\` — \`([\\da-f]{64})\``).exec(DOC)?.[1] ?? '';

describe('the page for those who write an application', () => {
  test('shows a signature that the server takes', () => {
    const headers = {
      [DEVICE_HEADER]: '01a1f82f-1e80-72c9-8bf3-323678fe0475',
      [COUNTER_HEADER]: value('counter'),
      [SIGNATURE_HEADER]: stated('signature'),
    };
    const request = { method: 'POST', path: DEVICE_API_BASE + sendPing.path, body: Buffer.from(value('body')) };
    expect(isSigned(value('key'), readClaim({ headers }), request)).toBe(true);
    const text = signedText('POST', request.path, Number(value('counter')), stated('hash'));
    expect(hmac(value('key'), text).toString('hex')).toBe(stated('signature'));
  });

  test('shows lines that make it', () => {
    const script = `${SCRIPT}\nprocess.stdout.write(hash + ' ' + signature);`;
    const out = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' });
    expect(out).toBe(`${stated('hash')} ${stated('signature')}`);
  });

  test('shows bodies that the calls take', () => {
    const bodies = code('json').map((text) => JSON.parse(text) as Record<string, unknown>);
    for (const [call, field] of [
      [pairDevice, 'token'],
      [sendPing, 'text'],
      [sendNotifications, 'notifications'],
    ] as const) {
      const shown = bodies.filter((body) => field in body && !('sign' in body));
      expect(shown).toHaveLength(1);
      expect(call.body.safeParse(shown[0]).error).toBeUndefined();
    }
    const batch = sendNotifications.body.parse(bodies.find((body) => 'sent_at' in body));
    for (const shown of batch.notifications) expect(phoneMessage.safeParse(shown).error).toBeUndefined();
    const answer = bodies.find((body) => 'device_id' in body) ?? {};
    expect(Object.keys(answer).toSorted()).toEqual(Object.keys(pairDevice.response.shape).toSorted());
  });

  test('names every call, header and field, and the limits as they are', () => {
    for (const { method, path } of DEVICE_CALLS) expect(DOC).toContain(`\`${method} ${DEVICE_API_BASE}${path}\``);
    for (const header of [DEVICE_HEADER, COUNTER_HEADER, SIGNATURE_HEADER]) {
      expect(DOC.toLowerCase()).toContain(`\`${header}\``);
    }
    for (const field of [
      'sent_at',
      ...Object.keys(phoneMessage.shape),
      ...Object.keys(sendNotifications.response.shape),
    ])
      expect(DOC).toContain(`| \`${field}\``);
    expect(DOC).toContain(`от 1 до ${MAX_NOTIFICATIONS} сообщений`);
    expect(DOC).toContain(`Предел — ${DEVICE_MESSAGES_PER_MINUTE} сообщений и пингов в минуту`);
  });

  test('names every refusal', () => {
    const files = ['device-api/signature', 'device-api/limits', 'device-api/forwarders', 'device-api/any-app'];
    const sources = [...files, 'devices/service/admission', 'devices/service/connecting'].map((name) =>
      readFileSync(new URL(`../../src/modules/${name}.ts`, import.meta.url), 'utf8'),
    );
    const codes = sources.flatMap((source) => [...source.matchAll(/'([a-z]+_[a-z_]+)'/g)]);
    const refusals = codes
      .map(([, name = '']) => name)
      .filter((name) => !/^sms_|^any_app$|^text_hash$|^phone_address_changed$|api/.test(name));
    expect(refusals.length).toBeGreaterThan(5);
    for (const refusal of [...refusals, 'stale', 'replayed']) expect(DOC).toMatch(new RegExp(`\\d{3} ${refusal}`));
  });
});

test('the page shows SmsForwarder’s template as it is given out', () => {
  expect(DOC).toContain(SMS_FORWARDER_TEMPLATE);
  // Its field has one line.
  expect(SMS_FORWARDER_TEMPLATE).not.toContain('\n');
});
