import { MAX_VIEWS } from '@kantor/contract/plain/views.ts';
import * as calls from '@kantor/contract/wire/views.ts';
import { describe, expect } from 'vitest';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Person } from '../support/people.ts';

const test = kantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader())
  .extend('shift', ({ kantor, trader }) => kantor.createMember(trader.id, 'shift'))
  .extend('other', ({ kantor, trader }) => kantor.createMember(trader.id, 'shift'))
  .extend('stranger', ({ kantor }) => kantor.createTrader());

const OF_BANK = 'min=1500.50&bank=3&columns=amount%2Cstatus';

const save = (person: Person, name: string, more: { query?: string; is_shared?: boolean } = {}) =>
  person.call(calls.saveView, { body: { list: 'orders', name, query: OF_BANK, is_shared: false, ...more } });
const seen = async (person: Person) => (await person.call(calls.listViews, { query: { list: 'orders' } })).results;

describe('a view of a list', () => {
  test('is an address under a name; its own person alone sees it', async ({ trader, shift, stranger }) => {
    const view = await save(shift, 'Крупные Сбербанка');
    expect(view).toMatchObject({ list: 'orders', query: OF_BANK, is_own: true, may_change: true, is_default: false });
    expect(await seen(shift)).toEqual([view]);
    for (const person of [trader, stranger]) {
      expect(await seen(person)).toEqual([]);
      const params = { id: view.id };
      expect(await person.refusal(calls.changeView, { params, body: { name: 'Мой' } })).toMatchObject({ status: 404 });
      expect(await person.refusal(calls.removeView, { params })).toMatchObject({ status: 404 });
      const choice = { list: 'orders', view: view.id } as const;
      expect(await person.refusal(calls.chooseView, { body: choice })).toMatchObject({ status: 404 });
    }
  });

  test('saved twice under a name is one view: the last', async ({ shift }) => {
    const first = await save(shift, 'Утро');
    const second = await save(shift, 'утро', { query: 'status=ACTIVE' });
    expect(second).toMatchObject({ id: first.id, name: 'утро', query: 'status=ACTIVE' });
    expect(await seen(shift)).toHaveLength(1);
    await save(shift, 'Вечер');
    const refusal = await shift.refusal(calls.changeView, { params: { id: first.id }, body: { name: 'вечер' } });
    expect(refusal).toMatchObject({ status: 409, code: 'view_name_taken' });
  });

  test('that is shared is everybody’s of the account; its maker and an owner change it', async ({
    trader,
    shift,
    other,
    stranger,
  }) => {
    const { id } = await save(shift, 'Ночная смена', { is_shared: true });
    const params = { id };
    expect(await seen(other)).toMatchObject([{ id, is_own: false, may_change: false, made_by: shift.username }]);
    expect(await seen(stranger)).toEqual([]);
    expect(await other.refusal(calls.changeView, { params, body: { name: 'Наша' } })).toMatchObject({ status: 403 });
    expect(await other.refusal(calls.removeView, { params })).toMatchObject({ status: 403 });
    await other.call(calls.chooseView, { body: { list: 'orders', view: id } });
    expect(await seen(trader)).toMatchObject([{ id, may_change: true, is_default: false }]);
    const renamed = await trader.call(calls.changeView, { params, body: { name: 'Наша смена' } });
    expect(renamed).toMatchObject({ name: 'Наша смена', query: OF_BANK, is_shared: true });
    // Closed again, it leads nobody else anywhere.
    await shift.call(calls.changeView, { params, body: { is_shared: false } });
    expect(await seen(other)).toEqual([]);
    await shift.call(calls.changeView, { params, body: { is_shared: true } });
    expect(await seen(other)).toMatchObject([{ id, is_default: false }]);
    await trader.call(calls.removeView, { params });
    expect(await seen(shift)).toEqual([]);
  });

  test('is the default of one person and one list, until it is removed or another one is', async ({ shift, other }) => {
    const defaults = async (person: Person) =>
      (await seen(person)).filter((view) => view.is_default).map(({ name }) => name);
    const choose = (person: Person, view: string | null) =>
      person.call(calls.chooseView, { body: { list: 'orders', view } });
    const first = await save(shift, 'Первый', { is_shared: true });
    const second = await save(shift, 'Второй');
    await choose(shift, first.id);
    await choose(shift, second.id);
    await choose(other, first.id);
    expect([await defaults(shift), await defaults(other)]).toEqual([['Второй'], ['Первый']]);
    await choose(other, null);
    await shift.call(calls.removeView, { params: { id: second.id } });
    expect([await defaults(shift), await defaults(other)]).toEqual([[], []]);
    const elsewhere = await shift.refusal(calls.chooseView, { body: { list: 'appeals', view: first.id } });
    expect(elsewhere).toMatchObject({ status: 404 });
  });

  test('of a list that a person does not see is not theirs to see either', async ({ trader, shift }) => {
    const body = { list: 'deposits', name: 'Все', query: '', is_shared: true } as const;
    const { id } = await trader.call(calls.saveView, { body });
    expect(await shift.refusal(calls.listViews, { query: { list: 'deposits' } })).toMatchObject({ status: 403 });
    const choice = { list: 'deposits', view: id } as const;
    expect(await shift.refusal(calls.chooseView, { body: choice })).toMatchObject({ status: 403 });
    const change = { params: { id }, body: { name: 'Мои' } };
    expect(await shift.refusal(calls.changeView, change)).toMatchObject({ status: 404 });
  });

  test('leads to its list and nowhere else', async ({ shift }) => {
    for (const query of ['?status=ACTIVE', '#top', '//evil.example', 'a=<b>', 'a b', 'ы', 'a\n']) {
      const body = { list: 'orders', name: 'Вид', query, is_shared: false } as const;
      expect(await shift.refusal(calls.saveView, { body }), query).toMatchObject({ status: 400 });
    }
  });

  test('is one of fifty at most', async ({ shift }) => {
    for (let n = 1; n <= MAX_VIEWS; n += 1) await save(shift, `Вид ${n}`);
    const body = { list: 'orders', name: 'Ещё', query: '', is_shared: false } as const;
    expect(await shift.refusal(calls.saveView, { body })).toMatchObject({ status: 409, code: 'too_many_views' });
    await save(shift, 'Вид 7', { query: 'page_size=100' });
  });

  test('is shared among the platform’s people, too', async ({ kantor }) => {
    await kantor.createOperator();
    const one = await kantor.createMember(PLATFORM_ACCOUNT, 'operator');
    const another = await kantor.createMember(PLATFORM_ACCOUNT, 'accountant');
    const body = { list: 'platformOrders', name: 'Сегодня', query: 'bank=1', is_shared: true } as const;
    await one.call(calls.saveView, { body });
    const { results } = await another.call(calls.listViews, { query: { list: 'platformOrders' } });
    expect(results).toMatchObject([{ name: 'Сегодня', is_own: false, may_change: false }]);
  });
});
