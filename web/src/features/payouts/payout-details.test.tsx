import * as routes from '@kantor/contract/plain/routes.ts';
import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PayoutDetail } from '@/api/payouts';
import { payout, PHOTO, payoutDone, payoutId, payoutInWork } from '@/test/fixtures-exchange';
import { answerByKeyboard, focusIsAtTop, focusIsOn } from '@/test/question';
import { openApp } from '@/test/render-app';
import { factsShown, isSeen, isWithoutDialog } from '@/test/screen-reading';
import { asMerchant, type Call, pathOf, problem, serve, server, serveNoting } from '@/test/server';

let shown: PayoutDetail;
let calls: Call[] = [];

const act = (route: routes.Route, respond: () => Response | Promise<Response>) => serveNoting(calls, route, respond);
const become = (next: PayoutDetail) => (): Response => {
  shown = next;
  return HttpResponse.json(next);
};

beforeEach(() => {
  calls = [];
  shown = payout(1);
  server.use(
    serve(payoutRoutes.getPayout, () => HttpResponse.json(shown)),
    serve(payoutRoutes.listPayouts, { count: 1, results: [payout(1)] }),
    act(payoutRoutes.takePayout, () => become(payoutInWork())()),
    act(payoutRoutes.confirmPayout, () => become(payoutDone())()),
    act(payoutRoutes.freePayout, () => become(payout(1))()),
    act(payoutRoutes.cancelPayout, () => become(payout(1, { status: 'CANCELLED', human_status: 'Отменён' }))()),
  );
});

const open = () => openApp(`/payments/${payoutId(1)}`);
const button = (name: string) => screen.findByRole('button', { name });
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name });

describe('the page of a payout', () => {
  test('shows its facts, and not yet whom it is for', async () => {
    shown = payout(1, { fio: 'Иванов Пётр' });
    open();
    await button('Взять в работу');
    expect(factsShown()).toMatchObject({
      Сумма: '12 500,00 ₽',
      'Сумма в USDT': '135,354628 USDT',
      Метод: 'СБП',
      Статус: 'Открыт',
      'Время создания': '02.01.2026, 00:30',
      'Время закрытия': '—',
    });
    expect(screen.queryByText('Иванов Пётр')).toBeNull();
    expect(screen.queryByText('Получатель')).toBeNull();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Выплата 01939c2f-b…');
  });

  test.each([
    ['names the bank of the recipient', { id: '100000000111', name: 'Сбербанк' }, 'Сбербанк'],
    ['says that no bank was named', null, 'банк не указан'],
  ])('by СБП %s', async (_what, bank, text) => {
    shown = payoutInWork({ recipient_bank: bank });
    open();
    await screen.findByText('Получатель');
    expect(factsShown()).toMatchObject({ 'Банк получателя': text });
  });

  test.each([
    ['in their work', payoutInWork(), 'Не загружено'],
    ['done', payoutDone(), 'чек.png'],
  ])('that is %s says whom it is for', async (_state, item, photo) => {
    shown = item;
    open();
    await screen.findByText('Получатель');
    const facts = factsShown();
    expect(facts).toMatchObject({ ФИО: 'Иванов Пётр', Фото: photo });
    expect(facts['Телефон']).toContain('+7 900 123-45-67');
    expect(facts['Номер счёта']).toContain('40817810099910004312');
  });

  test('leads to the proof', async () => {
    server.use(asMerchant());
    shown = payoutDone();
    open();
    expect(await screen.findByRole('link', { name: 'чек.png' })).toHaveAttribute('href', PHOTO.url);
  });
});

describe('a trader', () => {
  test('takes it', async () => {
    const { user } = open();
    await user.dblClick(await button('Взять в работу'));
    await isSeen('Выплата взята в работу!');
    expect(calls).toEqual([[pathOf(payoutRoutes.takePayout, payoutId(1)), null]]);
    expect(await button('Отказаться')).toBeEnabled();
    expect(await button('Подтвердить')).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Взять в работу' })).toBeNull();
  });

  test('who was too late to take it learns why', async () => {
    server.use(act(payoutRoutes.takePayout, () => problem(409, 'У вас уже три выплаты в работе')));
    const { user } = open();
    await user.click(await button('Взять в работу'));
    await isSeen('Ошибка действия');
    expect(screen.getByText('У вас уже три выплаты в работе')).toBeVisible();
  });

  test('confirms it after a look at the amount and the name', async () => {
    shown = payoutInWork({ can_be_done: true });
    const { user } = open();
    await user.click(await button('Подтвердить'));
    expect(calls).toEqual([]);
    const dialog = await screen.findByRole('dialog', { name: /^Подтвердить выплату 12\s500,00.₽\?$/ });
    expect(dialog).toHaveTextContent('Иванов Пётр');
    await user.dblClick(inDialog('Подтвердить'));
    await isSeen('Выплата подтверждена!');
    expect(calls).toEqual([[pathOf(payoutRoutes.confirmPayout, payoutId(1)), null]]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Подтвердить' })).toBeNull());
    expect(screen.queryByRole('button', { name: 'Отказаться' })).toBeNull();
  });

  test.each([
    ['Подтвердить', /^Подтвердить выплату 12.500,00.₽\?$/, 'Выплата подтверждена!'],
    ['Отказаться', /^Отказаться от выплаты на 12.500,00.₽\?$/, 'Выплата отказана!'],
  ])('%s: by keyboard, and the focus stays on the page', async (name, title, done) => {
    shown = payoutInWork({ can_be_done: true });
    const { user } = open();
    await answerByKeyboard(user, await button(name), title);
    await isSeen(done);
    await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull());
    await focusIsOn(() => screen.getByRole('heading', { level: 1 }));
  });

  test('whose confirmation is refused learns why', async () => {
    shown = payoutInWork({ can_be_done: true });
    server.use(act(payoutRoutes.confirmPayout, () => problem(409, 'Сначала загрузите подтверждение выплаты')));
    const { user } = open();
    await user.click(await button('Подтвердить'));
    await user.click(inDialog('Подтвердить'));
    await isSeen('Ошибка подтверждения');
    await isSeen('Сначала загрузите подтверждение выплаты');
    await isWithoutDialog();
  });

  test('gives it up after a second thought', async () => {
    shown = payoutInWork();
    const { user } = open();
    await user.click(await button('Отказаться'));
    await user.click(inDialog('Отмена'));
    expect(calls).toEqual([]);
    await user.click(await button('Отказаться'));
    await user.dblClick(inDialog('Отказаться'));
    await isSeen('Выплата отказана!');
    expect(calls).toEqual([[pathOf(payoutRoutes.freePayout, payoutId(1)), null]]);
    expect(await button('Взять в работу')).toBeEnabled();
  });

  test('who cannot give it up learns why', async () => {
    shown = payoutInWork();
    server.use(act(payoutRoutes.freePayout, () => problem(409, 'Сейчас выплата в статусе «Выполнен»')));
    const { user } = open();
    await user.click(await button('Отказаться'));
    await user.click(inDialog('Отказаться'));
    await isSeen('Ошибка отказа');
    await isSeen('Сейчас выплата в статусе «Выполнен»');
  });

  test.each([
    ['nothing without can_interact', { can_interact: false }, []],
    ['nothing to take without a place', { can_take_on_work: false }, []],
    ['only what the flags say', { can_take_on_work: true, can_free: false }, ['Взять в работу']],
  ])('may do %s', async (_name, flags, expected) => {
    shown = payout(1, flags);
    open();
    await screen.findByText('Информация');
    await screen.findByRole('link', { name: 'Кабинеты' });
    const names = ['Взять в работу', 'Отказаться', 'Подтвердить', 'Отменить выплату'];
    expect(names.filter((name) => screen.queryByRole('button', { name }) !== null)).toEqual(expected);
  });
});

describe('a merchant', () => {
  beforeEach(() => server.use(asMerchant()));

  test('cancels an open payout after a second thought, and is back at the list', async () => {
    const { user, address } = open();
    await user.click(await button('Отменить выплату'));
    await waitFor(() =>
      expect(screen.getByRole('dialog', { name: /^Отменить выплату на 12\s500,00.₽\?$/ })).toBeVisible(),
    );
    await user.click(inDialog('Не отменять'));
    expect(calls).toEqual([]);
    await user.click(await button('Отменить выплату'));
    await user.dblClick(inDialog('Отменить выплату'));
    await waitFor(() => expect(address()).toBe('/payments'));
    expect(calls).toEqual([[pathOf(payoutRoutes.cancelPayout, payoutId(1)), null]]);
  });

  test('cancels by keyboard alone, which goes on at the head of the list', async () => {
    const { user, address } = open();
    await answerByKeyboard(user, await button('Отменить выплату'), /^Отменить выплату на 12.500,00.₽\?$/);
    await waitFor(() => expect(address()).toBe('/payments'));
    expect(calls).toEqual([[pathOf(payoutRoutes.cancelPayout, payoutId(1)), null]]);
    await focusIsAtTop('Выплаты');
  });

  test('whose cancellation is refused stays and learns why', async () => {
    server.use(
      act(payoutRoutes.cancelPayout, () => {
        shown = payout(1, { status: 'IN_WORK', human_status: 'В работе' });
        return problem(409, 'Сейчас выплата в статусе «В работе»');
      }),
    );
    const { user, address } = open();
    await user.click(await button('Отменить выплату'));
    await user.click(inDialog('Отменить выплату'));
    await isSeen('Не удалось отменить выплату');
    await isSeen('Сейчас выплата в статусе «В работе»');
    expect(address()).toBe(`/payments/${payoutId(1)}`);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Отменить выплату' })).toBeNull());
  });

  test.each([
    ['В работе', 'IN_WORK'],
    ['Выполнен', 'DONE'],
    ['Отменён', 'CANCELLED'],
    ['Неизвестный', 'UNKNOWN'],
  ] as const)('cannot cancel when it is %s', async (human_status, status) => {
    shown = payout(1, { status, human_status });
    open();
    await screen.findByText('Информация');
    await screen.findByRole('link', { name: 'Кошельки' });
    expect(screen.queryByRole('button', { name: 'Отменить выплату' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Взять в работу' })).toBeNull();
  });
});
