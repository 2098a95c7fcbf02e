import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { OrderDetail, UnusedMessage } from '@/api/orders';
import { serverNow } from '@/shared/lib/server-clock';
import { merchant, orderDetail, orderId, unusedMessage } from '@/test/fixtures';
import { answerByKeyboard, answerQuestion } from '@/test/question';
import { openApp } from '@/test/render-app';
import { isSeen } from '@/test/screen-reading';
import { asUser, type Call, pathOf, problem, serve, server, serveNoting } from '@/test/server';

let calls: Call[] = [];
let order: OrderDetail;

const answerConfirm = (route: routes.Route, respond: () => Response | Promise<Response>) =>
  serveNoting(calls, route, respond);

const closed = (): Response => {
  order = { ...order, status: 'CLOSED', human_status: 'Закрыт' };
  return HttpResponse.json(order);
};

beforeEach(() => {
  calls = [];
  order = orderDetail(1);
  server.use(
    serve(routes.getOrder, () => HttpResponse.json(order)),
    answerConfirm(routes.confirmOrder, closed),
    answerConfirm(routes.confirmExpiredOrder, closed),
  );
});

const open = () => openApp(`/orders/${orderId(1)}`);
const confirmButton = () => screen.findByRole('button', { name: 'Подтвердить' });
const main = () => within(screen.getByRole('main'));
const statusFact = () => screen.getByText('Статус', { selector: 'dt' }).nextElementSibling;

describe('the page of an order', () => {
  test('shows its facts, all six places of USDT among them', async () => {
    open();
    await confirmButton();
    const facts = Object.fromEntries(
      main()
        .getAllByRole('term')
        .map((term) => [term.textContent, term.nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')]),
    );
    expect(facts).toMatchObject({
      Реквизит: 'Сбер •1',
      Сумма: '1 234 567,50 ₽',
      Курс: '92,35 ₽',
      'Сумма в USDT': '13 368,354628 USDT',
      Статус: 'Активен осталось 00:00',
      Создан: '02.01.2026, 00:30',
      Оплачен: '—',
    });
    expect(facts['ID']).toContain('01939c2f-7…0000001');
    expect(main().getByRole('heading', { level: 1 })).toHaveTextContent('Заказ 01939c2f-7…');
    await waitFor(() => expect(document.title).toBe('Заказ 01939c2f-7… — Kantor'));
  });

  test('shows what was taken back of a closed one, when and why, to both sides', async () => {
    order = orderDetail(1, {
      status: 'CLOSED',
      human_status: 'Закрыт',
      reversed_amount: '400.00',
      reversed_at: '2026-01-03T21:30:00Z',
      reversal_reason: 'Банк вернул перевод',
    });
    open();
    const card = (await screen.findByRole('heading', { name: 'Возврат' })).closest('section');
    const facts = within(card ?? document.body)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent?.replaceAll('\u00a0', ' ')]);
    expect(facts).toEqual([
      ['Возвращено', '400,00 ₽'],
      ['Когда', '04.01.2026, 00:30'],
      ['Причина', 'Банк вернул перевод'],
    ]);
    expect(statusFact()).toHaveTextContent('Закрыт');
  });

  test('says nothing of a refund where there is none', async () => {
    open();
    await confirmButton();
    expect(screen.queryByText('Возврат')).toBeNull();
  });

  test('shows the history of its statuses, and no appeal where there is none', async () => {
    open();
    const history = await screen.findByRole('table', { name: 'История статусов' });
    expect(within(history).getByText('Активен')).toBeVisible();
    expect(within(history).getByText('02.01.2026, 00:30')).toBeVisible();
    expect(screen.getByText('Отсутствует')).toBeVisible();
  });

  test('without a history says so', async () => {
    order = orderDetail(1, { status_history: [] });
    open();
    expect(await screen.findByText('Отсутствуют')).toBeVisible();
  });

  test('leads to its appeal', async () => {
    order = orderDetail(1, {
      appeal: { id: 'appeal-7', amount: '500.00', processed_datetime: null, status: 'OPEN', human_status: 'Открыта' },
    });
    open();
    const appeal = await screen.findByRole('table', { name: 'Апелляция' });
    expect(within(appeal).getByRole('link')).toHaveAttribute('href', '/appeals/appeal-7');
    expect(within(appeal).getByText('Открыта')).toBeVisible();
  });

  test('counts down while it runs, by the server, and no longer', async () => {
    order = orderDetail(1, { expires_at: new Date(serverNow() + 200_000).toISOString() });
    open();
    await confirmButton();
    expect(statusFact()).toHaveTextContent(/^Активен осталось 03:(20|1\d)$/);
    closed();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(statusFact()).toHaveTextContent(/^Закрыт$/));
  });

  test('that is no longer for this user to see is not shown', async () => {
    open();
    await screen.findByText('Сбер •1');
    server.use(serve(routes.getOrder, () => problem(404, 'Не найдено')));
    window.dispatchEvent(new Event('focus'));
    expect(await screen.findByText('Информация по заказу не найдена')).toBeVisible();
    expect(screen.queryByText('Сбер •1')).toBeNull();
  });

  test('never shows another order, not even when its own cannot be had', async () => {
    server.use(
      serve(routes.getOrder, ({ params }) =>
        params['id'] === orderId(1) ? HttpResponse.json(order) : problem(500, 'Ошибка'),
      ),
    );
    const { router } = open();
    await screen.findByText('Сбер •1');
    await router.navigate(`/orders/${orderId(2)}`);
    expect(await screen.findByText('Информация по заказу не найдена')).toBeVisible();
    expect(screen.queryByText('Сбер •1')).toBeNull();
  });
});

describe('the confirmation', () => {
  test('of an active order', async () => {
    const { user } = open();
    await user.click(await confirmButton());
    expect(calls).toEqual([]);
    await answerQuestion(user, 'Подтвердить');
    await isSeen('Заказ подтвержден!');
    expect(calls).toEqual([[pathOf(routes.confirmOrder, orderId(1)), { notification_id: unusedMessage(1).id }]]);
    await waitFor(() => expect(main().getAllByText('Закрыт')).toHaveLength(2));
    expect(await confirmButton()).toHaveAttribute('aria-disabled', 'true');
  });

  test('asks by keyboard, with the order and its sum, and leaves the focus on the page', async () => {
    const { user } = open();
    const button = await confirmButton();
    await answerByKeyboard(user, button, /^Подтвердить заказ 00000001 на 1.234.567,50 ₽\?$/);
    await isSeen('Заказ подтвержден!');
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    expect(calls).toHaveLength(1);
    expect(button).toHaveFocus();
  });

  describe('by what', () => {
    const messages = (...results: UnusedMessage[]) =>
      server.use(serve(routes.listOrderMessages, { count: results.length, results }));
    const radio = (name: RegExp) => screen.findByRole('radio', { name });
    const late = unusedMessage(2, { fits: false, amount: '1234557.50', difference: '-10.00', late_seconds: 90 });

    test('offers the messages, the one that fits chosen already, and says what is wrong with the others', async () => {
      messages(unusedMessage(1), late);
      const { user } = open();
      await user.click(await confirmButton());
      expect(await radio(/1.234.567,50 ₽.*Анна К.Подходит/)).toBeChecked();
      await user.click(await radio(/1.234.557,50 ₽.*на 10,00 ₽ меньше, опоздало на 2 мин/));
      await answerQuestion(user, 'Подтвердить');
      await isSeen('Заказ подтвержден!');
      expect(calls).toEqual([[pathOf(routes.confirmOrder, orderId(1)), { notification_id: unusedMessage(2).id }]]);
    });

    test('waits for a choice where nothing fits: a reason, with a note, by keyboard', async () => {
      messages(late);
      const { user } = open();
      (await confirmButton()).focus();
      await user.keyboard('{Enter}');
      const misfit = await radio(/на 10,00 ₽ меньше/);
      const act = within(screen.getByRole('dialog')).getByRole('button', { name: 'Подтвердить' });
      await waitFor(() => expect(act).toHaveFocus());
      expect(act).toHaveAttribute('aria-disabled', 'true');
      await user.keyboard('{Enter}');
      expect(misfit).toHaveFocus();
      expect(calls).toEqual([]);
      await user.click(await radio(/^Без сообщения: выписка$/));
      await user.type(await screen.findByRole('textbox', { name: 'Примечание' }), 'утро{Enter}');
      await isSeen('Заказ подтвержден!');
      expect(calls).toEqual([
        [pathOf(routes.confirmOrder, orderId(1)), { without_message: 'statement', note: 'утро' }],
      ]);
    });

    test('says when there are none, and when they cannot be had', async () => {
      messages();
      const { user } = open();
      await user.click(await confirmButton());
      expect(await screen.findByText('Неиспользованных сообщений банка нет')).toBeVisible();
      await user.keyboard('{Escape}');
      server.use(serve(routes.listOrderMessages, () => problem(500, 'Ошибка')));
      await user.click(await confirmButton());
      expect(await screen.findByText('Не удалось загрузить сообщения')).toBeVisible();
      expect(await radio(/^Без сообщения: снимок экрана$/)).toBeEnabled();
    });

    test('is a word of the trader for a server that knows no messages', async () => {
      server.use(serve(routes.listOrderMessages, () => problem(404, 'Не найдено')));
      const { user } = open();
      await user.click(await confirmButton());
      await answerQuestion(user, 'Подтвердить');
      await isSeen('Заказ подтвержден!');
      expect(calls).toEqual([[pathOf(routes.confirmOrder, orderId(1)), null]]);
    });

    test.each([
      [{ kind: 'message', notification: 'm-7', note: null }, 'По сообщению банка'],
      [{ kind: 'statement', notification: null, note: 'утро' }, 'Без сообщения: выписка: утро'],
      [null, 'Основание не указано'],
    ] as const)('is shown afterwards: %o', async (ground, text) => {
      const step = {
        created_at: '2026-01-01T21:31:00.000Z',
        status: 'CLOSED',
        human_status: 'Закрыт',
        actor: 'trader',
      } as const;
      const kept = ground && { ...ground, created_at: step.created_at };
      order = orderDetail(1, { status: 'CLOSED', human_status: 'Закрыт', status_history: [step], ground: kept });
      open();
      await confirmButton();
      expect(screen.getByText('Основание', { selector: 'dt' }).nextElementSibling).toHaveTextContent(text);
    });
  });

  test('of an expired order is a call of its own', async () => {
    order = orderDetail(1, { status: 'EXPIRED', human_status: 'Истёк' });
    const { user } = open();
    await user.click(await confirmButton());
    expect(calls).toEqual([]);
    await answerQuestion(user, 'Подтвердить');
    await isSeen('Заказ подтвержден!');
    expect(calls).toEqual([[pathOf(routes.confirmExpiredOrder, orderId(1)), { notification_id: unusedMessage(1).id }]]);
  });

  test.each([
    ['Закрыт', 'CLOSED'],
    ['Апелляция', 'APPEAL'],
    ['Отменён', 'DECLINED'],
    ['Неизвестный', 'UNKNOWN'],
  ] as const)('is not possible when it is %s', async (human_status, status) => {
    order = orderDetail(1, { status, human_status });
    open();
    expect(await confirmButton()).toBeDisabled();
  });

  test('is not for a merchant', async () => {
    server.use(asUser(merchant));
    open();
    await screen.findByText('Сбер •1');
    await screen.findByRole('link', { name: 'Кошельки' });
    expect(screen.queryByRole('button', { name: 'Подтвердить' })).toBeNull();
  });

  test('that is refused says why, stays on the screen, and shows the true state', async () => {
    server.use(
      answerConfirm(routes.confirmOrder, () => {
        order = { ...order, status: 'EXPIRED', human_status: 'Истёк' };
        return problem(409, 'Заказ сейчас в состоянии «Истёк»', 'wrong_status');
      }),
    );
    const { user } = open();
    await user.click(await confirmButton());
    await answerQuestion(user, 'Подтвердить');
    await isSeen('Ошибка подтверждения');
    await isSeen('Заказ сейчас в состоянии «Истёк»');
    expect(await main().findAllByText('Истёк')).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Закрыть' }));
    expect(screen.queryByText('Ошибка подтверждения')).toBeNull();
  });

  test('that is no longer possible leaves the focus where it is, and does nothing', async () => {
    const { user } = open();
    const button = await confirmButton();
    button.focus();
    closed();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    expect(button).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(button);
    expect(calls).toEqual([]);
    await user.tab();
    expect(button).toBeDisabled();
  });

  test('acts once on a double click', async () => {
    let release = () => {};
    server.use(
      answerConfirm(routes.confirmOrder, async () => {
        await new Promise<void>((resolve) => (release = resolve));
        return closed();
      }),
    );
    const { user } = open();
    await user.click(await confirmButton());
    await user.dblClick(within(screen.getByRole('dialog')).getByRole('button', { name: 'Подтвердить' }));
    await waitFor(() => expect(calls).toHaveLength(1));
    release();
    await isSeen('Заказ подтвержден!');
    expect(calls).toHaveLength(1);
  });
});
