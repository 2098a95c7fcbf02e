import { MEMBER_ROLES, type Role, ROLES } from '@kantor/contract/plain/rights.ts';
import { foundBy, MAX_FOUND_OF_KIND } from '@kantor/contract/plain/search.ts';
import { search } from '@kantor/contract/wire/search.ts';
import { describe, expect } from 'vitest';
import { SECOND } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Person } from '../support/people.ts';
import { type Key, KEYS, keysIn } from './every-key.ts';
import { createMarket, SENDERS } from './market.ts';

// Roles × kinds × keys × own, another's and unknown objects. Whoever may not see an object is answered as if there were none.

const test = kantorTest
  .extend('market', { scope: 'file' }, ({ kantor }) => createMarket(kantor, 0))
  .extend('foreign', { scope: 'file' }, ({ kantor, market: _first }) => {
    kantor.pass(SECOND);
    return createMarket(kantor, 1);
  })
  .extend('seats', { scope: 'file' }, async ({ kantor, market }) => {
    const accounts = { trader: market.trader.id, merchant: market.merchant.id, operator: PLATFORM_ACCOUNT };
    const seats = [];
    for (const role of ROLES)
      for (const memberRole of MEMBER_ROLES[role])
        seats.push({ role, memberRole, person: await kantor.createMember(accounts[role], memberRole) });
    return seats;
  });

const found = async (person: Person, text: string) => (await person.call(search, { query: { text } })).results;
const named = ({ kind, text }: Key) => `${kind} by ${text}`;

describe('an object is found by whoever may see it, and by nobody else', () => {
  test.for(KEYS.map((each) => [named(each), each] as const))(
    '%s',
    async ([, of], { kantor, market, foreign, seats }) => {
      const own = await keysIn(kantor, market, of);
      const others = await keysIn(kantor, foreign, of);
      expect(Math.min(own.length, others.length)).toBeGreaterThan(0);
      const isShared = (typed: string) => own.some((each) => each.typed === typed);
      for (const { role, memberRole, person } of seats) {
        const may = of.by.includes(role) && foundBy({ role, memberRole }).includes(of.kind);
        const who = `${role} ${memberRole}`;
        const ids = async (typed: string) =>
          (await found(person, typed)).filter(({ kind }) => kind === of.kind).map(({ id }) => id);
        const [{ typed } = { typed: '' }] = own;
        const wanted = own
          .filter((each) => each.typed === typed)
          .map(({ id }) => id)
          .slice(0, MAX_FOUND_OF_KIND);
        const shown = await ids(typed);
        // Others may have the key, too: of one moment, of one wallet.
        expect([who, wanted.filter((id) => shown.includes(id) !== may)]).toEqual([who, []]);
        for (const each of others.slice(0, 2)) {
          const shownOfOthers = await ids(each.typed);
          const mayHave = may && role === 'operator';
          expect([who, each.typed, shownOfOthers.includes(each.id)]).toEqual([who, each.typed, mayHave]);
          if (role !== 'operator' && !isShared(each.typed))
            expect([who, each.typed, shownOfOthers]).toEqual([who, each.typed, []]);
        }
      }
    },
  );
});

test("another's key is answered as an unknown one is, to the letter", async ({ kantor, market, foreign, seats }) => {
  const unknown = { order: newId(kantor.clock()), number: 'нет такого', hash: '99'.repeat(32) };
  const secrets = [
    [foreign.order.id, unknown.order],
    ['заказ-1/%', unknown.number],
    [SENDERS[1], unknown.number],
    ['1c'.repeat(32), unknown.hash],
    ['1e'.repeat(32), unknown.hash],
    ['1701', '9876543'],
    [foreign.trader.username, unknown.number],
    ['Пиксель 1', unknown.number],
  ] as const;
  for (const { role, person } of seats.filter(({ role: of }) => of !== 'operator'))
    for (const [secret, nothing] of secrets) {
      const [one, another] = [
        await person.raw(search, { query: `text=${encodeURIComponent(secret)}` }),
        await person.raw(search, { query: `text=${encodeURIComponent(nothing)}` }),
      ];
      expect([role, secret, one.status, one.body]).toEqual([role, secret, another.status, another.body]);
      expect(one.body).toEqual({ results: [] });
    }
  expect((await found(market.trader, market.order.id)).length).toBeGreaterThan(0);
});

test('a payout that nobody has is found by its id and sum alone, where payouts are on', async ({
  kantor,
  market,
  foreign,
}) => {
  const ids = async (text: string) => (await found(market.trader, text)).map(({ id }) => id);
  expect(await ids(foreign.open.id)).toEqual([foreign.open.id]);
  expect(await ids('421')).toEqual([foreign.open.id]);
  expect(await ids('6616')).toEqual([]);
  expect(await ids('payout-421')).toEqual([]);
  expect(await ids(foreign.payout.id)).toEqual([]);
  const without = await kantor.createTrader({ payoutEnable: false });
  expect(await found(without, foreign.open.id)).toEqual([]);
});

test('it says what screens say, no more: whose it is to the platform alone, no phone to anybody', async ({
  kantor,
  market,
  seats,
}) => {
  const of = async (role: Role) => {
    const seat = seats.find((each) => each.role === role);
    const [row] = seat === undefined ? [] : await found(seat.person, market.order.id);
    return row;
  };
  const shown = {
    kind: 'order',
    id: market.order.id,
    name: expect.stringMatching(/^Сбер •\d{4}$/),
    amount_rub: '1700.00',
    amount_usdt: null,
    status: 'CLOSED',
    account: null,
  };
  expect(await of('trader')).toMatchObject({ ...shown, number: null, whose: null });
  expect(await of('merchant')).toMatchObject({ ...shown, number: 'заказ-0/%', whose: null });
  expect(await of('operator')).toMatchObject({
    ...shown,
    number: 'заказ-0/%',
    whose: `${market.trader.username} · ${market.merchant.username}`,
  });
  for (const { person } of seats)
    for (const text of [market.payout.id, market.order.id, '4403', '4321'])
      expect(JSON.stringify(await found(person, text))).not.toMatch(/\+?7999/);
  expect(kantor.clock()).toBeInstanceOf(Date);
});

test('whoever may not see who works for the platform does not find them', async ({ kantor, seats }) => {
  const staff = await kantor.createMember(PLATFORM_ACCOUNT, 'accountant');
  for (const { memberRole, person } of seats.filter(({ role }) => role === 'operator')) {
    const ids = (await found(person, staff.username)).map(({ id }) => id);
    expect([memberRole, ids]).toEqual([memberRole, ['owner', 'operator'].includes(memberRole) ? [staff.personId] : []]);
  }
});

test('of a kind the newest are found, and so many at most', async ({ kantor }) => {
  const trader = await kantor.createSoleTrader({ balance: '100000' });
  const merchant = await kantor.createMerchant();
  const ids = [];
  for (let n = 0; n <= MAX_FOUND_OF_KIND; n += 1) {
    await kantor.createRequisite(trader.id);
    ids.unshift((await merchant.order('2222')).id);
    kantor.pass(1000);
  }
  const orders = (await found(merchant, '2222')).filter(({ kind }) => kind === 'order');
  expect(orders.map(({ id }) => id)).toEqual(ids.slice(0, MAX_FOUND_OF_KIND));
});

describe('whatever somebody types is a key that nothing has', () => {
  test.for([
    '%',
    '_______',
    "' or '1'='1",
    '\\',
    '💸💸',
    '收款人',
    'ﷺﷺ',
    '\u{202E}Иван',
    '9'.repeat(128),
    'f'.repeat(32),
    '0x',
    '•0000',
    '-1',
    '1e400',
    '٤٣٢١',
  ])('%s', async (text, { market, seats }) => {
    expect(market.order.id).not.toBe(text);
    for (const { person } of seats) expect(await found(person, text)).toEqual([]);
  });

  test.for<[what: string, text: string]>([
    ['nothing', ''],
    ['spaces', '   '],
    ['too much', 'я'.repeat(129)],
    ['a NUL', 'a\u0000b'],
    ['half a pair', 'a%ED%A0%80'],
  ])('%s is refused', async ([, text], { market }) => {
    const query = text.includes('%ED') ? `text=${text}` : `text=${encodeURIComponent(text)}`;
    const { status } = await market.trader.raw(search, { query });
    // Bytes that are no UTF-8 come as the sign for them, which nothing has.
    expect(status).toBe(text.includes('%ED') ? 200 : 400);
  });
});

test('guests search nothing', async ({ kantor }) => {
  expect((await kantor.guest.raw(search, { query: 'text=1' })).status).toBe(401);
});
