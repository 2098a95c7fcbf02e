import { listMessagesToSort } from '@kantor/contract/wire/match.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { describe, expect } from 'vitest';
import { HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { test } from './balance-fixture.ts';

// The bank's own balance settles what is ambiguous: equality proves, inequality proves nothing (decision 65).

const plain = (text: string) => text.replaceAll('\u00A0', ' ');

describe('a message that fits two orders', () => {
  test('pays the one whose balance it continues, and says why', async ({
    kantor,
    trader,
    know,
    twins,
    say,
    statusOf,
  }) => {
    await know(12_340, 700);
    const [one, two] = await twins('1500');
    await say('1500', '13840');
    const message = await trader.lastMessage();
    expect(message).toMatchObject({ outcome: 'paid', order: one, candidates: [] });
    expect(plain(message.reason)).toBe('Оплатило заказ. Остаток подтвердил: было 12 340,00 + 1 500,00 = 13 840,00');
    expect(await statusOf(one, two)).toEqual(['CLOSED', 'ACTIVE']);
    await say('1500', '2200', { sender: 'Пётр П.' });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: two });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is left to the trader where no balance goes on, as a purchase, a cashback or a lost message leaves it', async ({
    trader,
    know,
    twins,
    say,
  }) => {
    await know(12_340, 700);
    const [one, two] = await twins('1500');
    for (const balance of ['13839.99', '13840.01', '1500', '15340']) {
      await say('1500', balance);
      expect(await trader.lastMessage()).toMatchObject({
        outcome: 'ambiguous',
        candidates: [one, two].toSorted().toReversed(),
      });
    }
  });

  test('is left to the trader where both balances go on', async ({ trader, know, twins, say }) => {
    await know(12_340, 12_340);
    await twins('1500');
    await say('1500', '13840');
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous' });
  });

  test('is left to the trader where the account was empty: every empty one looks like it', async ({
    trader,
    know,
    twins,
    say,
  }) => {
    await know(0, 700);
    await twins('1500');
    await say('1500', '1500');
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous' });
  });

  test('is left to the trader where it repeats what was said last', async ({ trader, know, twins, say, statusOf }) => {
    await know(12_340, 700);
    const [one, two] = await twins('1500');
    await say('1500', '13840');
    // In other words: no phone could tell that it is a repeat.
    await say('1500', '13840', { sender: 'Иван Иванов И.' });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous', order: null });
    expect(await statusOf(one, two)).toEqual(['CLOSED', 'ACTIVE']);
  });

  test('that came late proves nothing, and changes nothing that is known', async ({
    kantor,
    trader,
    know,
    twins,
    say,
    statusOf,
  }) => {
    await know(12_340, 700);
    const [one, two] = await twins('1500');
    const before = kantor.clock();
    kantor.pass(MINUTE);
    await say('77', '12417');
    await say('1500', '13917', { heardAt: before });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous' });
    await say('1500', '2200', { sender: 'Пётр П.' });
    expect(await statusOf(one, two)).toEqual(['ACTIVE', 'CLOSED']);
  });
});

describe('requisites that may be of one account', () => {
  test.override('holders', () => ['Ким Ян', 'Ян Ким']);

  test('do not tell whose it is: what is known of one may be the past of the other', async ({
    trader,
    know,
    twins,
    say,
  }) => {
    await know(12_340, 700);
    await twins('1500');
    for (const balance of ['13840', '2200']) {
      await say('1500', balance, { sender: balance === '2200' ? 'Пётр П.' : 'Иван И.' });
      expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous' });
    }
  });
});

describe('a message of money for one order', () => {
  test.override('holders', () => ['Ким Ян']);

  test('that goes against an unbroken balance is marked, and closes nothing', async ({
    kantor,
    trader,
    say,
    issued,
    statusOf,
  }) => {
    let balance = 10_000;
    for (const sum of [101, 102, 103, 104]) {
      await issued(String(sum));
      await say(String(sum), String((balance += sum)));
      expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid' });
    }
    const { id } = await issued('1500');
    await say('1500', '50000');
    const message = await trader.lastMessage();
    expect(message).toMatchObject({ outcome: 'balance_mismatch', order: id });
    expect(plain(message.reason)).toBe(
      'Остаток не сходится: было 10 410,00 + 1 500,00, а банк пишет 50 000,00. Проверьте в банке и подтвердите заказ сами',
    );
    // Whoever does not know the balance gains nothing by writing again, also from where they left off.
    await say('1500', '51500', { sender: 'Пётр П.' });
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'balance_mismatch' });
    expect(await statusOf(id)).toEqual(['ACTIVE']);
    await say('1500', '11910');
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: id });
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('is believed again from where its trader confirmed by hand', async ({ trader, say, issued }) => {
    let balance = 10_000;
    for (const sum of [101, 102, 103, 104]) {
      await issued(String(sum));
      await say(String(sum), String((balance += sum)));
    }
    const { id } = await issued('1500');
    await say('1500', '9000');
    const { id: notification } = await trader.lastMessage();
    await trader.call(confirmOrder, { params: { id }, body: { notification_id: notification } });
    const { id: next } = await issued('300');
    await say('300', '9300');
    expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: next });
  });

  test.for(['purchase', 'unread', 'time', 'application'] as const)(
    'is not held against a balance that something may have moved: %s',
    async (what, { kantor, trader, hear, say, issued }) => {
      let balance = 10_000;
      for (const sum of [101, 102, 103, 104]) {
        await issued(String(sum));
        await say(String(sum), String((balance += sum)));
      }
      if (what === 'purchase') await hear({ application: '900', text: 'Покупка 300р, карта *9999. OZON. Баланс: 9р' });
      if (what === 'unread') await hear({ application: '900', text: 'Кэшбэк 50р за ноябрь' });
      if (what === 'time') kantor.pass(6 * HOUR);
      const { id } = await issued('1500');
      await say('1500', '50000', what === 'application' ? { application: 'ru.sberbankmobile' } : {});
      expect(await trader.lastMessage()).toMatchObject({ outcome: 'paid', order: id });
    },
  );
});

test('A message for one order that continues the balance of another requisite does not pay it', async ({
  trader,
  know,
  issued,
  say,
}) => {
  await know(12_340, 700);
  const { id, at } = await issued('1500');
  await say('1500', at === 0 ? '2200' : '13840');
  expect(await trader.lastMessage()).toMatchObject({ outcome: 'balance_mismatch', order: id });
});

test('A page is told the candidates of a message: requisite, sum, age, time left, and whose balance fits', async ({
  kantor,
  trader,
  know,
  twins,
  say,
  setMode,
}) => {
  await setMode('shadow');
  await know(12_340, 700);
  const [one, two] = await twins('1500');
  await say('1500', '2200');
  const { id } = await trader.lastMessage();
  const [message] = (await trader.call(listMessagesToSort)).results;
  expect(message?.id).toBe(id);
  const found = message?.candidates ?? [];
  for (const candidate of found) {
    expect(candidate).toMatchObject({ amount: '1500.00', status: 'ACTIVE', difference: '0.00', can_confirm: true });
    expect(candidate.bank_detail.short_name).toMatch('Сбер');
    expect(Date.parse(candidate.expires_at) - Date.parse(candidate.created_at)).toBe(15 * MINUTE);
  }
  expect(found.map((candidate) => [candidate.id, candidate.balance_fits])).toEqual([
    [two, true],
    [one, false],
  ]);
  const stranger = await kantor.createTrader();
  expect(await stranger.call(listMessagesToSort)).toEqual({ count: 0, results: [] });
});

describe('where it is only compared', () => {
  test.for(['off', 'shadow'] as const)(
    'nothing closes by it: %s',
    async (mode, { trader, know, twins, say, setMode, verdicts }) => {
      await setMode(mode);
      await know(12_340, 700);
      const [one] = await twins('1500');
      await say('1500', '13840');
      expect(await trader.lastMessage()).toMatchObject({ outcome: 'ambiguous', order: null });
      expect((await verdicts()).slice(-1)).toEqual(
        mode === 'shadow' ? [{ rule: 'balance', orderId: one, wasDone: false }] : [],
      );
    },
  );
});
