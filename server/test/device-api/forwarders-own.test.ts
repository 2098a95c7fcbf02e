import { createHmac } from 'node:crypto';
import { describe, expect } from 'vitest';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { postRaw } from '../support/phone.ts';
import { pathOf, smsGateway } from './forwarder-apps.ts';
import { test } from './forwarder-fixture.ts';

// Behaviour of one application alone.

describe('SMS Gateway', () => {
  test('may change a body that it signs, and no other', async ({ texts, open }) => {
    const application = await open('sms_gateway');
    const message = application.message('Зачисление 100');
    const sent = JSON.stringify(message).replace('100', '900');
    expect((await application.post(message, { sent })).body.code).toBe('bad_signature');
    expect(await texts()).toEqual([]);
  });

  test('signs bytes; such as are no UTF-8 are refused once the signature is right', async ({
    kantor,
    connected,
    texts,
  }) => {
    const { address, key } = await connected('sms_gateway');
    const bytes = Buffer.from(
      JSON.stringify(smsGateway(kantor, { address, key, template: '' }).message('Зачисление ?')),
    );
    bytes[bytes.indexOf('?')] = 0xff;
    const timestamp = String(Math.floor(kantor.clock().getTime() / 1000));
    const signature = createHmac('sha256', key).update(bytes).update(timestamp).digest('hex');
    const headers = { 'x-signature': signature, 'x-timestamp': timestamp };
    const forged = { ...headers, 'x-signature': signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) };
    expect((await postRaw(kantor, pathOf(address), bytes, forged)).status).toBe(401);
    const refused = await postRaw(kantor, pathOf(address), bytes, headers);
    expect([refused.status, refused.body.code]).toEqual([400, 'malformed']);
    expect(await texts()).toEqual([]);
  });

  test('may name a message with what cannot be kept, or as a phone before it did', async ({ phone, texts, open }) => {
    await phone.notify([phone.message('1')]);
    const application = await open('sms_gateway');
    const event = application.message('Зачисление 2');
    expect((await application.post({ ...event, id: '1' })).status).toBe(200);
    expect((await application.post({ ...application.message('Зачисление 3'), id: 'a\u0000\uD800' })).status).toBe(200);
    expect(await texts()).toHaveLength(3);
  });

  test('of a newer version names the sender and the receiving number', async ({ open, newest }) => {
    const application = await open('sms_gateway');
    const event = application.message('Зачисление 1') as { payload: Record<string, unknown> };
    const payload = { message: 'Зачисление 1', sender: 'Tinkoff', recipient: '+79990010101', extra: [1.5e300] };
    expect((await application.post({ ...event, payload })).status).toBe(200);
    expect(await newest()).toMatchObject({ application: 'Tinkoff', phone: '+79990010101' });
  });

  test('that posts other events gets no order to repeat them', async ({ texts, open, isHeard }) => {
    const application = await open('sms_gateway');
    const event = application.message('');
    expect((await application.post({ ...event, event: 'sms:sent' })).status).toBe(200);
    expect(await texts()).toEqual([]);
    expect(await isHeard()).toBe(true);
  });

  test('is dated by our clock', async ({ kantor, open, newest }) => {
    const application = await open('sms_gateway');
    const message = application.message('Зачисление 1');
    const heard = kantor.clock();
    kantor.pass(30 * SECOND);
    // The phone's clock is two minutes slow, also when it signs.
    const slow = JSON.parse(JSON.stringify(message));
    slow.payload.receivedAt = new Date(heard.getTime() - 2 * MINUTE).toISOString();
    await application.post(slow, { sentAt: new Date(kantor.clock().getTime() - 2 * MINUTE) });
    expect((await newest()).heardAt).toEqual(heard);
  });
});

describe('SmsForwarder', () => {
  test('forwards a notification of an application with its title', async ({ open, newest }) => {
    const application = await open('sms_forwarder');
    await application.post({
      ...application.message('2 000 ₽ от Ольга М. Доступно 5 100 ₽'),
      '[from]': 'com.idamob.tinkoff.android',
      '[title]': 'Пополнение#####https',
    });
    expect(await newest()).toMatchObject({
      application: 'com.idamob.tinkoff.android',
      phone: '',
      text: 'Пополнение\n2 000 ₽ от Ольга М. Доступно 5 100 ₽',
    });
  });

  test('may send two messages of one millisecond: both are kept, and each of them once', async ({
    kantor,
    texts,
    open,
  }) => {
    const application = await open('sms_forwarder');
    const sentAt = kantor.clock();
    const messages = ['Зачисление 100', 'Зачисление 900'].map((text) => application.message(text));
    for (const message of [...messages, ...messages]) {
      expect((await application.post(message, { sentAt })).status).toBe(200);
    }
    kantor.pass(SECOND);
    for (const message of messages) expect((await application.post(message, { sentAt })).status).toBe(200);
    expect(await texts()).toEqual(['Зачисление 900', 'Зачисление 100']);
  });

  test('repeats a message with its first sign: the wait is part of its age', async ({ kantor, open, newest }) => {
    const application = await open('sms_forwarder');
    const sentAt = kantor.clock();
    const message = application.message('Зачисление 1');
    kantor.pass(4 * MINUTE);
    expect((await application.post(message, { sentAt })).status).toBe(200);
    expect((await newest()).heardAt).toEqual(sentAt);
  });

  test('of two cabinets may sign at the same moment', async ({ kantor, addCabinet, texts, open }) => {
    const sentAt = kantor.clock();
    const posts = [];
    for (const text of ['Зачисление 100', 'Зачисление 900']) {
      const application = await open('sms_forwarder', await addCabinet());
      posts.push(() => application.post(application.message(text), { sentAt }));
    }
    // Each twice: a repeat is compared with what its own cabinet has sent.
    for (const post of [...posts, ...posts]) expect((await post()).status).toBe(200);
    expect(await texts()).toHaveLength(2);
  });

  test.for<[what: string, show: (sign: Buffer) => string]>([
    ['missing', () => ''],
    ['cut short', (sign) => sign.subarray(0, 31).toString('base64')],
    ['longer', (sign) => Buffer.concat([sign, Buffer.from([0])]).toString('base64')],
    ['of another moment', () => Buffer.alloc(32).toString('base64')],
    ['no text that a sign could be', () => '%'],
  ])('whose sign is %s is refused', async ([_what, show], { texts, open }) => {
    const application = await open('sms_forwarder');
    const refused = await application.post(application.message('Зачисление 1'), { show });
    expect([refused.status, refused.body.code]).toEqual([401, 'bad_signature']);
    expect(await texts()).toEqual([]);
  });

  test('without a time of receipt is dated by its sending', async ({ kantor, open, newest }) => {
    const application = await open('sms_forwarder');
    await application.post({ ...application.message('Зачисление 1'), "[receive_time:yyyy-MM-dd'T'HH:mm:ssZ]": 'now' });
    expect((await newest()).heardAt).toEqual(kantor.clock());
  });
});
