import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { getNotification, listNotifications } from '@kantor/contract/wire/devices.ts';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { lockOrders } from '../../src/modules/orders/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { atOnce } from '../support/at-once.ts';
import { holdOpen } from '../support/hold-open.ts';
import { test } from './balance-fixture.ts';

// As many messages as orders of one sum: all are paid, whichever is whose.

/** No SMS can have its name. */
const APP = { application: 'ru.sberbankmobile' };

describe('as many messages as orders of one sum', () => {
  test('pay all of them, the oldest the oldest', async ({ kantor, trader, twins, say, statusOf, verdicts }) => {
    const both = await twins('1500');
    const [older, newer] = both.toSorted();
    await say('1500', '13840', APP);
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous' });
    await say('1500', '2200', { ...APP, sender: 'Пётр П.' });
    expect(await statusOf(...both)).toEqual(['CLOSED', 'CLOSED']);
    const { results } = await trader.call(listNotifications);
    expect(results).toMatchObject([
      { outcome: 'paid', order: newer },
      { outcome: 'paid', order: older },
    ]);
    for (const { reason } of results) {
      expect(reason).toBe('Оплатило заказ. Сообщений столько же, сколько заказов на эту сумму: оплачены все');
    }
    expect((await verdicts()).map(({ rule, wasDone }) => [rule, wasDone])).toEqual([
      ['count', true],
      ['count', true],
    ]);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test.for([
    ['one message less', [['13840', 'Иван И.']]],
    [
      "the bank's second message about one payment",
      [
        ['13840', 'Иван И.'],
        ['13840', 'Иван Иванов'],
      ],
    ],
    [
      'one who paid twice',
      [
        ['13840', 'Иван И.'],
        ['15340', 'Иван И.'],
      ],
    ],
    [
      'two applications',
      [
        ['13840', 'Иван И.'],
        ['2200', 'Пётр П.', '900'],
      ],
    ],
  ] as const)('are not there with %s', async ([, told], { twins, say, statusOf }) => {
    const both = await twins('1500');
    for (const [balance, sender, application = APP.application] of told)
      await say('1500', balance, { sender, application });
    expect(await statusOf(...both)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  test('are not there when the orders are not the same ones any more', async ({
    kantor,
    twins,
    say,
    issued,
    requisites,
    trader,
    cabinet,
    statusOf,
  }) => {
    const both = await twins('1500');
    await say('1500', '13840', APP);
    requisites.push(await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, last4: '', bankAccount: '' }));
    const { id } = await issued('1500');
    await say('1500', '2200', { ...APP, sender: 'Пётр П.' });
    expect(await statusOf(...both, id)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  test('are not there when an order is over', async ({ kantor, twins, say, statusOf }) => {
    const both = await twins('1500');
    await say('1500', '13840', APP);
    kantor.pass(15 * MINUTE);
    await say('1500', '2200', { ...APP, sender: 'Пётр П.' });
    expect(await statusOf(...both)).toEqual(['ACTIVE', 'ACTIVE']);
  });

  test('that come at once pay each order once', async ({ kantor, twins, hear, say, statusOf }) => {
    const both = await twins('1500');
    const text = (sender: string, balance: number) =>
      `СЧЁТ9999 12:01 Перевод из Т-Банк +1500р от ${sender} Баланс: ${balance}р`;
    const sent = [text('Иван И.', 13_840), text('Пётр П.', 2200)];
    const { refusals } = await atOnce(sent.flatMap((each) => [each, each].map((t) => hear({ ...APP, text: t }))));
    expect(refusals).toEqual([]);
    expect(await statusOf(...both)).toEqual(['CLOSED', 'CLOSED']);
    await say('1500', '3700', { sender: 'Пётр П.' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('are counted anew when the trader takes one of them meanwhile', async ({
    kantor,
    trader,
    issued,
    twins,
    say,
    statusOf,
  }) => {
    const both = await twins('1500');
    const other = await issued('1499');
    await say('1500', '13840', APP);
    const { id } = await trader.lastMessage();
    const commit = await holdOpen(kantor.db, (tx) => lockOrders(tx, both));
    const second = say('1500', '2200', { ...APP, sender: 'Пётр П.' });
    await kantor.untilBlocked();
    await trader.call(confirmOrder, { params: { id: other.id }, body: { notification_id: id } });
    await commit();
    await second;
    expect(await statusOf(...both, other.id)).toEqual(['ACTIVE', 'ACTIVE', 'CLOSED']);
    expect(await trader.call(getNotification, { params: { id } })).toMatchObject({ outcome: 'paid_by_hand' });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous' });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('are only kept where it is compared', async ({ setMode, twins, say, statusOf, verdicts }) => {
    await setMode('shadow');
    const both = await twins('1500');
    await say('1500', '13840', APP);
    await say('1500', '2200', { ...APP, sender: 'Пётр П.' });
    expect(await statusOf(...both)).toEqual(['ACTIVE', 'ACTIVE']);
    expect((await verdicts()).map(({ rule, wasDone }) => [rule, wasDone])).toEqual([
      ['count', false],
      ['count', false],
    ]);
  });
});
