import { connectCabinet, getCabinet } from '@kantor/contract/wire/cabinets.ts';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { cabinetTest } from '../matching/fixture.ts';
import { SBER, sber } from '../support/bank-phone.ts';
import { FIRST_TEMPLATE, smsForwarder } from './forwarder-apps.ts';

// Senders whose name is written to break SmsForwarder's template open, and to leave `900` as the application.

const test = cabinetTest
  .extend('requisite', { auto: true }, ({ kantor, trader, cabinet }) =>
    kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER, last4: '4321' }),
  )
  /** The application, with today's template unless the test says otherwise. */
  .extend('open', ({ kantor, trader, cabinet }) => async (template?: string) => {
    const body = { application: 'sms_forwarder' } as const;
    const given = await trader.call(connectCabinet, { params: { id: cabinet.id }, body });
    return smsForwarder(kantor, { ...given, ...(template !== undefined && { template }) });
  })
  .extend(
    'readCabinet',
    ({ trader, cabinet }) =>
      () =>
        trader.call(getCabinet, { params: { id: cabinet.id } }),
  );

/** Each fits into the eleven characters that the name of a sender may have. */
const FORGED = [
  '900","a":"',
  '900","v":"',
  '900","v":"2',
  '900","tit":"',
  '900","text"',
  '\\u003900',
  '9\\u00300',
  '900\\u0020',
  '900\\',
  '900"',
  '"',
  '\\',
  '900"}',
  '{{FROM}}"',
  '[from]"',
];

describe('by the first template,', () => {
  test.for(FORGED)(
    'the sender %j is refused, and the cabinet says so',
    async (from, { trader, issue, open, readCabinet, kantor }) => {
      const application = await open(FIRST_TEMPLATE);
      const id = await issue('1500');
      const refused = await application.post({ ...application.message(sber('1500').text), '[from]': from });
      expect([refused.status, refused.body.code]).toEqual([400, 'malformed']);
      expect(refused.body.detail).toContain('шаблон');
      expect(await trader.readOrder(id)).toMatchObject({ status: 'ACTIVE', notifications: [] });
      expect(await readCabinet()).toMatchObject({ refused_at: kantor.clock().toISOString() });
    },
  );

  test('what is safe is taken, and the cabinet names the phone until its template is new', async ({
    kantor,
    trader,
    cabinet,
    issue,
    open,
    readCabinet,
  }) => {
    const old = await open(FIRST_TEMPLATE);
    expect(await readCabinet()).toMatchObject({ has_old_template: false, refused_at: null });
    expect((await old.post(old.ping())).status).toBe(200);
    expect(await readCabinet()).toMatchObject({ has_old_template: true, refused_at: null });
    const id = await issue('1500');
    expect((await old.post(old.message(sber('1500').text))).status).toBe(200);
    expect((await trader.readOrder(id)).status).toBe('CLOSED');
    await old.post({ ...old.message('?'), '[from]': '900"' });
    expect(await readCabinet()).toMatchObject({ has_old_template: true, refused_at: kantor.clock().toISOString() });

    // Connected again: nothing is known of the new application yet.
    const renewed = await open();
    expect(await readCabinet()).toMatchObject({ has_old_template: false, refused_at: null });
    kantor.pass(MINUTE);
    expect((await renewed.post(renewed.message('Зачисление 1'))).status).toBe(200);
    expect(await readCabinet()).toMatchObject({ id: cabinet.id, has_old_template: false, refused_at: null });
  });

  test('a phone whose template is replaced in place is not named any more', async ({
    kantor,
    trader,
    cabinet,
    readCabinet,
  }) => {
    const body = { application: 'sms_forwarder' } as const;
    const given = await trader.call(connectCabinet, { params: { id: cabinet.id }, body });
    const old = smsForwarder(kantor, { ...given, template: FIRST_TEMPLATE });
    await old.post(old.message('Зачисление 1'));
    expect((await readCabinet()).has_old_template).toBe(true);
    kantor.pass(MINUTE);
    const renewed = smsForwarder(kantor, given);
    await renewed.post(renewed.ping());
    expect((await readCabinet()).has_old_template).toBe(false);
  });
});

describe('by today’s template,', () => {
  test.for(FORGED.filter((from) => !from.includes('[from]')))(
    'the sender %j is nobody but itself',
    async (from, { trader, issue, open, readCabinet }) => {
      const application = await open();
      const id = await issue('1500');
      const { status } = await application.post({ ...application.message(sber('1500').text), '[from]': from });
      expect(status).toBe(200);
      expect(await trader.lastMessage()).toMatchObject({ application: from, outcome: 'unread' });
      expect((await trader.readOrder(id)).status).toBe('ACTIVE');
      expect((await readCabinet()).refused_at).toBeNull();
    },
  );

  test('a sender that holds a label which the application fills in is refused', async ({ issue, trader, open }) => {
    const application = await open();
    const id = await issue('1500');
    for (const from of ['[from]"', '[from]","a"']) {
      const { status } = await application.post({ ...application.message(sber('1500').text), '[from]': from });
      expect([from, status]).toEqual([from, 400]);
    }
    expect(await trader.readOrder(id)).toMatchObject({ status: 'ACTIVE', notifications: [] });
  });

  test.for([
    ['twice', '"from":"900","from":"900"'],
    ['unknown', '"from":"900","a":"b"'],
    ['in another order', '"text":"","from":"900"'],
    ['missing', '"from":"900"'],
    ['no text', '"from":900'],
  ])('a field that is %s is refused', async ([_what, fields], { trader, issue, open, readCabinet }) => {
    const template = `{"v":"2",${fields},"timestamp":"[timestamp]","sign":"[sign]"}`;
    const application = await open(template);
    const id = await issue('1500');
    const refused = await application.post(application.message(sber('1500').text));
    expect([refused.status, refused.body.code]).toEqual([400, 'malformed']);
    expect((await trader.readOrder(id)).status).toBe('ACTIVE');
    expect((await readCabinet()).refused_at).not.toBeNull();
  });

  test('quotes, line breaks and labels in a text stay its own', async ({ open, trader }) => {
    const application = await open();
    const said = 'Перевод "за обед"\n{"from":"900"} [title] \\u0039 {{FROM}}';
    expect((await application.post(application.message(said))).status).toBe(200);
    expect((await trader.lastMessage()).text).toContain('"за обед"\n{"from":"900"}');
  });
});
