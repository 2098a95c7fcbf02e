import { rightsOf } from '@kantor/contract/plain/rights.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { trader } from '@/test/fixtures';
import { atGates, notificationId, readiness, requisite, requisiteId } from '@/test/fixtures-trader';
import { serverNow } from '@/shared/lib/server-clock';
import { answerQuestion, focusIsAtTop, focusIsOn } from '@/test/question';
import { field, openRequisite, pickInMenu, requisiteMenu, serveRequisite } from '@/test/requisite-page';
import { factsShown, isSeen, isWithoutDialog } from '@/test/screen-reading';
import { asUser, pathOf, problem, serve, server } from '@/test/server';

let served: ReturnType<typeof serveRequisite>;

beforeEach(() => {
  served = serveRequisite();
});

describe('the page of a requisite', () => {
  test('shows its counters and all that may be changed', async () => {
    served.stated = requisite(1, { work_on_time: true, time_up: '09:00', time_down: '21:30' });
    openRequisite();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Реквизит Сбер 1' })).toBeVisible());
    expect(factsShown()).toEqual({
      'Всего сделок': '12 408',
      'Сумма сделок': '1 234 567,50 ₽',
      'Сумма за всё время': '98 765 432,10 ₽',
      'Сумма за сегодня': '2 500,00 ₽',
      Сделок: '1 204, без предела',
    });
    expect(await field('Название')).toHaveValue('Сбер 1');
    expect(await field(/^ФИО/)).toHaveValue('Петров Иван Сергеевич');
    await waitFor(async () => expect(await field(/^Банк/)).toHaveValue('2'));
    expect(await field(/^Телефон/)).toHaveValue('+79990001122');
    expect(await field('Номер счёта')).toHaveValue('40817810000000000001');
    expect(await field('Последние 4 цифры карты')).toHaveValue('4321');
    expect(await field('Принимать СБП')).toBeChecked();
    expect(await field('Принимать C2C')).not.toBeChecked();
    expect(await field('Интервал между сделками')).toHaveValue('2');
    expect(await field('Минимальная сумма сделки')).toHaveValue('1\u00a0000');
    expect(await field('Максимальная сумма сделки')).toHaveValue('150\u00a0000');
    expect(await field('Максимум сделок')).toHaveValue('');
    expect(await field('Количество сделок к выдаче')).toHaveValue('4');
    expect(await field('Работать по расписанию')).toBeChecked();
    expect(await field('Время включения')).toHaveValue('09:00');
    expect(await field('Время выключения')).toHaveValue('21:30');
    expect(
      screen.getByText('Реквизит не включается и не выключается по времени, пока не включён переключатель расписания.'),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Закрыть' })).toHaveAttribute('href', '/requisites');
  });

  test('tells how much of each limit is used: orders in work, deals, and what is left of the interval', async () => {
    served.stated = requisite(1, { current_deals_count: 12, max_deals: 40, interval: 5 });
    const until = new Date(serverNow() + 125_000).toISOString();
    server.use(
      asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: 'owner' }) }),
      serve(routes.getInbox, { items: [], changes_at: null }),
      serve(routes.getDemand, { since: until, asked: 412, suitable: 380, issued: 47 }),
      serve(requisiteRoutes.listRequisiteVersions, { count: 0, results: [] }),
      serve(routes.getReadiness, readiness(atGates(1, { stopped: ['interval'], interval_until: until }))),
    );
    openRequisite();
    const card = (await screen.findByRole('heading', { name: 'Счётчики' })).parentElement as HTMLElement;
    const limits = () =>
      [...card.querySelectorAll('dl:has([aria-hidden]) dt')].map((name) => [
        name.textContent,
        name.nextSibling?.textContent,
      ]);
    await waitFor(() =>
      expect(limits()).toEqual([
        ['Сделок', '12 из 40'],
        ['Заказов в работе', '1 из 4'],
        ['Интервал', expect.stringMatching(/^ещё 02:0\d$/)],
      ]),
    );
    const bars = [...card.querySelectorAll<HTMLElement>('[aria-hidden] > span')].map((bar) => bar.style.inlineSize);
    expect(bars).toEqual(['30%', '25%', expect.stringMatching(/^4\d\./)]);
  });

  test('that a bank has paused leads to its message', async () => {
    served.stated = requisite(1, { paused: { at: '2026-01-01T21:41:00.000Z', notification: notificationId(1) } });
    openRequisite();
    const note = await screen.findByRole('link', {
      name: 'Приостановлен: банк сообщил о блокировке, 02.01.2026, 00:41',
    });
    expect(note).toHaveAttribute('href', `/notifications/${notificationId(1)}`);
  });

  test('names no bank as long as the banks cannot be had', async () => {
    server.use(serve(routes.listBanks, () => problem(500, 'Ошибка')));
    openRequisite();
    await isSeen('Не удалось загрузить банки');
  });
});

describe('the other actions', () => {
  test('reset the deal count', async () => {
    server.use(served.answer(requisiteRoutes.resetRequisiteDeals, () => HttpResponse.json(served.stated)));
    const { user } = openRequisite();
    const menu = await requisiteMenu();
    await pickInMenu(user, 'Сбросить счётчик сделок');
    await screen.findByRole('dialog', { name: 'Сбросить счётчик сделок реквизита «Сбер 1»?' });
    await user.keyboard('{Escape}');
    await isWithoutDialog();
    await focusIsOn(() => menu);
    await pickInMenu(user, 'Сбросить счётчик сделок');
    await focusIsOn(() => screen.getByRole('button', { name: 'Сбросить' }));
    await user.keyboard('{Enter}');
    await isSeen('Счетчик сделок сброшен!');
    await focusIsOn(() => menu);
    expect(served.calls).toEqual([[pathOf(requisiteRoutes.resetRequisiteDeals, requisiteId(1)), null]]);
  });

  test('say when the reset fails', async () => {
    server.use(served.answer(requisiteRoutes.resetRequisiteDeals, () => problem(409, 'Реквизит в архиве')));
    const { user } = openRequisite();
    await pickInMenu(user, 'Сбросить счётчик сделок');
    await answerQuestion(user, 'Сбросить');
    await isSeen('Ошибка при выполнении действия');
    await isSeen('Реквизит в архиве');
  });

  test('archive it after a question that names it, and lead back to the list, whatever was unsaved', async () => {
    server.use(served.answer(requisiteRoutes.archiveRequisite, () => HttpResponse.json(served.stated)));
    const { user, address } = openRequisite();
    await user.type(await field('Название'), '!');
    await pickInMenu(user, 'В архив');
    await screen.findByRole('dialog', { name: 'Убрать «Сбер 1» в архив?' });
    await answerQuestion(user, 'В архив');
    await waitFor(() => expect(screen.getByRole('heading', { level: 1, name: 'Реквизиты' })).toBeVisible());
    expect(address()).toBe('/requisites');
    expect(served.calls).toEqual([[pathOf(requisiteRoutes.archiveRequisite, requisiteId(1)), null]]);
    await focusIsAtTop('Реквизиты');
  });

  test('say when it cannot be archived, and stay', async () => {
    server.use(served.answer(requisiteRoutes.archiveRequisite, () => problem(500, 'Попробуйте позже')));
    const { user, address } = openRequisite();
    await pickInMenu(user, 'В архив');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'В архив' }));
    await isSeen('Ошибка при выполнении действия');
    expect(address()).toBe(`/requisites/${requisiteId(1)}`);
    await isWithoutDialog();
  });
});

test('the page of a requisite tells which bank data it has had, since when and by whom', async () => {
  const version = (number: number, fio: string) => ({
    version: number,
    created_at: `2026-11-2${number}T09:00:00.000Z`,
    changed_by: 'trader',
    bank_name: 'Сбербанк',
    fio,
    phone: '+79990001122',
    bank_account: '',
    last_4_digits_card: '4321',
  });
  server.use(
    serve(requisiteRoutes.listRequisiteVersions, { count: 2, results: [version(2, 'Ли Анна'), version(1, 'Ким Ян')] }),
  );
  openRequisite();
  const history = await screen.findByRole('list', { name: 'История изменений' });
  expect(
    within(history)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    expect.stringMatching(/^22\.11\.2026.+, trader · сейчасСбербанк · Ли Анна · \+79990001122 · •4321$/),
    expect.stringMatching(/^21\.11\.2026.+, traderСбербанк · Ким Ян · \+79990001122 · •4321$/),
  ]);
});
