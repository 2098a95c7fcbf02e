import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { connectCabinet } from '@kantor/contract/wire/cabinets.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { SENDERS } from '../../src/modules/bank-messages/senders.ts';
import { cabinetTest } from '../matching/fixture.ts';
import { SBER, TBANK } from '../support/bank-phone.ts';
import { pairPhone } from '../support/phone.ts';
import { smsForwarder, smsGateway } from './forwarder-apps.ts';

// Senders that pass for a bank, over each way on which a phone's messages come.

const [ALFA, RAIFFEISEN] = [3, 5];

/** Whatever the payer knows of their order: the sum, and the last digits of the card. */
const text = (roubles: string) => `Зачисление ${roubles}р Карта *3318 Баланс: 50000р`;

/** Sends an SMS through the way. @returns the status of the answer. */
type Send = (sender: string, text: string) => Promise<number>;

const test = cabinetTest
  .extend('ways', ({ kantor, trader, cabinet }) => {
    const connected = (application: 'sms_gateway' | 'sms_forwarder') =>
      trader.call(connectCabinet, { params: { id: cabinet.id }, body: { application } });
    return {
      async phone(): Promise<Send> {
        const phone = await pairPhone(kantor, trader, cabinet.id);
        let n = 0;
        return async (application, said) =>
          (await phone.notify([{ ...phone.message(`sms-${(n += 1)}`, said), application }])).status;
      },
      async sms_gateway(): Promise<Send> {
        const application = smsGateway(kantor, await connected('sms_gateway'));
        return async (sender, said) => {
          const event = application.message(said) as { payload: object };
          return (await application.post({ ...event, payload: { ...event.payload, phoneNumber: sender } })).status;
        };
      },
      async sms_forwarder(): Promise<Send> {
        const application = smsForwarder(kantor, await connected('sms_forwarder'));
        return async (sender, said) => {
          kantor.pass(1);
          // Only an application's notification has a title and a user of the system.
          const isPackage = sender.includes('.') && sender.length > 11;
          const shown = isPackage ? { '[title]': '', '{{UID}}': '10123' } : {};
          return (await application.post({ ...application.message(said), ...shown, '[from]': sender })).status;
        };
      },
    };
  })
  /** An order waits on a requisite of a bank, whose card ends in 3318. @returns its id, and what sends a message about it. */
  .extend(
    'waiting',
    ({ kantor, trader, cabinet, issue, ways }) =>
      async (bankId: number, { amount = '1500', way = 'phone' }: { amount?: string; way?: keyof typeof ways } = {}) => {
        await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId, last4: '3318' });
        const send = await ways[way]();
        return { id: await issue(amount), send };
      },
  );

/** Names that mass mailing sells; a game; and names that only look like a bank's. */
const STRANGERS = [
  ...['BankInfo', 'Bankrot-RF', 'InfoBank', 'MBANK', 'ЗаймБанк', 'Best-Bank', 'mybank', 'BANK', 'com.games.bankrobber'],
  ...['SberBank-RF', 'Sberbank.info', 'T-Bank24', 'Alfa-Bank.', 'ru.sberbankmobile.fake', 'Raiffeisen-Bank-RU'],
];
/** Telephone numbers, messengers and shops. */
const NOBODY = ['+79161234567', '+900', 'com.whatsapp', 'org.telegram.messenger', '9OO', 'Sber24', 'PayInfo'];
/** Packages that are short enough for the name of an SMS's sender. */
const PACKAGES = ['ru.vtb', 'ru.vtb24', 'ru.tinkoff', 'ru.rshb.dbo'];
/** A name that is sold, and becomes a bank's when punctuation is left out or letters that look alike are the same. */
const ALIKE = [
  '900!',
  '9-00',
  '9 0 0',
  '900"',
  '*900*',
  '900.',
  '900_',
  'BTB',
  'S-BER',
  'Tin-koff',
  'A-L-F-A',
  'Ra1ffeisen',
  // What is about a name, or in it unseen.
  '900 ',
  ' 900',
  '900\n',
  '\t900',
  '900\u200B',
  '9\u00AD00',
  '９００',
];
/** Controls and signs that turn writing round leave a sign behind. */
const UNSEEN = ['900\u0007', '\u202A900'];

describe.for(['phone', 'sms_gateway', 'sms_forwarder'] as const)('by %s,', (way) => {
  test.for([
    ['Sberbank', SBER, '900'],
    ['T-Bank', TBANK, 'com.idamob.tinkoff.android'],
    ['Alfa', ALFA, 'Alfa-Bank'],
    ['Raiffeisen', RAIFFEISEN, 'Raiffeisen'],
  ] as const)(
    'a sender that passes for a bank closes no order of %s',
    async ([_name, bankId, own], { trader, waiting }) => {
      const { id, send } = await waiting(bankId, { amount: '2153.63', way });

      for (const sender of STRANGERS) {
        expect(await send(sender, text('2153.63'))).toBe(200);
        expect(await trader.lastMessage()).toMatchObject({
          application: sender,
          outcome: 'unknown_sender',
          reason: `Отправителя «${sender}» мы не знаем: подтвердите заказ сами`,
          order: id,
          amount: '2153.63',
        });
      }
      for (const sender of [...NOBODY, ...ALIKE, ...PACKAGES]) {
        expect(await send(sender, text('2153.63'))).toBe(200);
        expect(await trader.lastMessage()).toMatchObject({ application: sender, outcome: 'unread', order: null });
      }
      for (const sender of UNSEEN) {
        expect(await send(sender, text('2153.63'))).toBe(200);
        const application = sender.replace('\u0007', '\uFFFD').replace('\u202A', '\uFFFD');
        expect(await trader.lastMessage()).toMatchObject({ application, outcome: 'unread', order: null });
      }
      // Another bank, and one without a grammar of its own.
      for (const sender of ['VTB', 'PSB', 'RSB.RU', 'OTP Bank']) {
        expect(await send(sender, 'Поступление 2153.63р Карта *3318 Баланс: 50000р')).toBe(200);
        expect(await trader.lastMessage()).toMatchObject({ application: sender, outcome: 'other_bank', order: null });
      }
      expect(await trader.readOrder(id)).toMatchObject({ status: 'ACTIVE' });

      // The trader may look and confirm; or the bank itself speaks.
      const said =
        bankId === TBANK
          ? 'Пополнение. Карта *3318. 2153.63 ₽. Иван И.'
          : 'Поступление 2153.63р на карту *3318 от Иван И.';
      expect(await send(own, said)).toBe(200);
      expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: id });
    },
  );
});

test('a requisite of a bank without a grammar is paid by that bank’s own sender alone', async ({ trader, waiting }) => {
  const AKBARS = 19;
  const { id, send } = await waiting(AKBARS);
  const said = 'Поступление 1500р. Карта *3318. Баланс: 50000р';
  for (const sender of ['AKBARS-info', 'AKBANK', 'PSB', '900']) await send(sender, said);
  expect((await trader.readOrder(id)).status).toBe('ACTIVE');
  await send('AKBARS', said);
  expect((await trader.readOrder(id)).status).toBe('CLOSED');
});

test('an order that a stranger spoke of may be confirmed by its trader', async ({ kantor, trader, waiting }) => {
  const { id, send } = await waiting(SBER);
  await send('BankInfo', text('1500'));
  kantor.pass(MINUTE);
  await trader.call(confirmOrder, { params: { id } });
  expect((await trader.readOrder(id)).status).toBe('CLOSED');
});

test('every bank that speaks is in the table of banks', async ({ kantor }) => {
  const { rows } = await sql<{ name: string }>`select name from bank`.execute(kantor.db);
  const named = new Set(rows.map(({ name }) => name));
  expect(SENDERS.map(({ bank }) => bank).filter((bank) => !named.has(bank))).toEqual([]);
});

test('a bank that is not in the table closes nothing', async ({ kantor, trader, waiting }) => {
  const { id, send } = await waiting(SBER);
  await sql`update bank set name = 'Was OTP' where name = 'ОТП Банк'`.execute(kantor.ownerDb);
  await send('OTP Bank', 'Поступление 1500р. Карта *3318. Баланс: 50000р');
  await sql`update bank set name = 'ОТП Банк' where name = 'Was OTP'`.execute(kantor.ownerDb);
  expect(await trader.lastMessage()).toMatchObject({ outcome: 'other_bank' });
  expect((await trader.readOrder(id)).status).toBe('ACTIVE');
});
