import { createCabinet, listCabinetHealth, toggleCabinet } from '@kantor/contract/wire/cabinets.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { after, DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { forgetOldSilences, markOffline } from '../../src/modules/cabinets/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { pairPhone } from '../support/phone.ts';

const test = freshKantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader())
  .extend('merchant', ({ kantor }) => kantor.createMerchant())
  .extend('cabinet', async ({ trader }) => (await trader.call(createCabinet, { body: { device_name: 'Pixel' } })).id)
  .extend('phone', ({ kantor, trader, cabinet }) => pairPhone(kantor, trader, cabinet))
  .extend('health', ({ trader, cabinet }) => async () => {
    const all = await trader.call(listCabinetHealth);
    return all.find(({ id }) => id === cabinet);
  });

test('the strip of a day has the silences of the phone, from its last call to the next', async ({
  kantor,
  cabinet,
  phone,
  health,
}) => {
  const made = kantor.clock().toISOString();
  expect(await health()).toMatchObject({ since: made, last_heard_at: null, silences: [{ since: made, until: null }] });
  kantor.pass(10 * MINUTE);
  await phone.ping();
  const first = kantor.clock().toISOString();
  expect(await health()).toMatchObject({ last_heard_at: first, silences: [{ since: made, until: first }] });

  // A minute is none, and neither is a message's call; three minutes are, noticed or not.
  kantor.pass(MINUTE);
  await phone.ping();
  kantor.pass(MINUTE);
  await phone.ping();
  const last = kantor.clock().toISOString();
  kantor.pass(3 * MINUTE);
  const whileSilent = [
    { since: made, until: first },
    { since: last, until: null },
  ];
  expect((await health())?.silences).toEqual(whileSilent);
  await markOffline(kantor);
  expect((await health())?.silences).toEqual(whileSilent);
  await phone.ping();
  await phone.ping();
  const back = kantor.clock().toISOString();
  expect((await health())?.silences).toEqual([
    { since: made, until: first },
    { since: last, until: back },
  ]);
  const kept = () => sql`select from cabinet_silence where cabinet_id = ${cabinet}`.execute(kantor.db);
  expect((await kept()).rows).toHaveLength(2);

  // A day later the strip begins with what it still has of them; two days later nothing is kept.
  kantor.pass(DAY - HOUR);
  await phone.ping();
  kantor.pass(HOUR - MINUTE);
  const strip = await health();
  const begun = after(kantor.clock(), -DAY).toISOString();
  expect(strip?.since).toBe(begun);
  expect(strip?.silences).toMatchObject([{ since: begun, until: back }, { since: back }, { until: null }]);
  kantor.pass(2 * DAY);
  await phone.ping();
  await forgetOldSilences(kantor);
  expect((await kept()).rows).toHaveLength(1);
});

test('a ping may tell the charge; another phone has one of its own', async ({
  kantor,
  trader,
  cabinet,
  phone,
  health,
}) => {
  await phone.ping();
  expect((await health())?.battery).toBeNull();
  kantor.pass(MINUTE);
  await phone.pingCharged(81);
  expect((await health())?.battery).toBe(81);
  kantor.pass(MINUTE);
  await phone.ping();
  expect((await health())?.battery).toBe(81);
  kantor.pass(MINUTE);
  for (const wrong of [101, -1, 1.5]) expect((await phone.pingCharged(wrong)).status).toBe(400);
  await pairPhone(kantor, trader, cabinet);
  expect((await health())?.battery).toBeNull();
});

test('messages and orders are counted from midnight in Moscow', async ({
  kantor,
  trader,
  merchant,
  cabinet,
  phone,
  health,
}) => {
  await kantor.createRequisite(trader.id, { cabinetId: cabinet });
  await phone.ping();
  await trader.call(toggleCabinet, { params: { id: cabinet }, body: { is_active: true } });
  const speak = (text: string) =>
    phone.notify([{ message_id: text, application: '900', text, time: kantor.clock().toISOString() }]);
  await speak('Один');
  await merchant.order('1000');
  expect(await health()).toMatchObject({ messages_today: 1, orders_today: 1 });
  kantor.pass(12 * HOUR);
  await phone.ping();
  expect(await health()).toMatchObject({ messages_today: 0, orders_today: 0 });
  await speak('Два');
  await speak('Три');
  const { id } = await merchant.order('1100');
  await trader.call(confirmOrder, { params: { id } });
  await merchant.order('1200');
  // Another cabinet has its own.
  await kantor.createRequisite(trader.id);
  expect(await health()).toMatchObject({ messages_today: 2, orders_today: 2 });
  const stranger = await kantor.createTrader();
  expect(await stranger.call(listCabinetHealth)).toEqual([]);
  const shift = await kantor.createMember(trader.id, 'shift');
  expect(await shift.call(listCabinetHealth)).toHaveLength(2);
});
