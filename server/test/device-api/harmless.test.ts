import { connectCabinet } from '@kantor/contract/wire/cabinets.ts';
import { expect } from 'vitest';
import { cabinetTest } from '../matching/fixture.ts';
import { SBER, sber } from '../support/bank-phone.ts';
import { pairPhone } from '../support/phone.ts';
import { smsForwarder } from './forwarder-apps.ts';

// Titles and last sentences of harmless words, as phones really send them.

const { text: SAID } = sber('1500');

const test = cabinetTest.extend('requisite', { auto: true }, ({ kantor, trader, cabinet }) =>
  kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER, last4: '4321' }),
);

test.for([
  ['Входящий перевод', 'Подробнее в приложении', 'CLOSED'],
  ['Уведомление', 'Никому не сообщайте код из СМС', 'CLOSED'],
  ['Отмена перевода', 'Подробнее в приложении', 'ACTIVE'],
  ['Перевод', 'Операция отклонена', 'ACTIVE'],
])(
  'a notification of SmsForwarder titled «%s» that ends with «%s» leaves its order %s',
  async ([title, last, status], { kantor, trader, cabinet, issue }) => {
    const body = { application: 'sms_forwarder' } as const;
    const given = await trader.call(connectCabinet, { params: { id: cabinet.id }, body });
    const application = smsForwarder(kantor, given);
    const id = await issue('1500');
    const posted = await application.post({
      ...application.message(`${SAID}. ${last}`),
      '[from]': 'ru.sberbankmobile',
      '[title]': title,
      '{{UID}}': '10123',
    });
    expect(posted.status).toBe(200);
    expect((await trader.readOrder(id)).status).toBe(status);
    expect((await trader.lastMessage()).text).toBe(`${title}\n${SAID}. ${last}`);
  },
);

test('a paired phone’s message with a title and a last sentence closes its order', async ({
  kantor,
  trader,
  cabinet,
  issue,
}) => {
  const phone = await pairPhone(kantor, trader, cabinet.id);
  const id = await issue('1500');
  const text = `Зачисление\n${SAID}. Подробнее в приложении`;
  expect((await phone.notify([{ ...phone.message('titled', text), application: '900' }])).status).toBe(200);
  expect((await trader.readOrder(id)).status).toBe('CLOSED');
});
