import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { UnusedMessage } from '@/api/orders';
import { merchant, orderDetail, orderId, unusedMessage } from '@/test/fixtures';
import { confirmButton, main, openOrder, serveOrder } from '@/test/order-page';
import { answerByKeyboard, answerQuestion, answerTo } from '@/test/question';
import { isSeen } from '@/test/screen-reading';
import { asUser, pathOf, problem, serve, server } from '@/test/server';

let served: ReturnType<typeof serveOrder>;

beforeEach(() => {
  served = serveOrder();
});

describe('the confirmation', () => {
  test('of an active order', async () => {
    const { user } = openOrder();
    await user.click(await confirmButton());
    expect(served.calls).toEqual([]);
    await answerQuestion(user, 'Подтвердить');
    await isSeen('Заказ подтвержден!');
    expect(served.calls).toEqual([[pathOf(routes.confirmOrder, orderId(1)), { notification_id: unusedMessage(1).id }]]);
    await waitFor(() => expect(main().getByText('Закрыт')).toBeVisible());
    expect(await confirmButton()).toHaveAttribute('aria-disabled', 'true');
  });

  test('asks by keyboard, with the order and its sum, and leaves the focus on the page', async () => {
    const { user } = openOrder();
    const button = await confirmButton();
    await answerByKeyboard(user, button, /^Подтвердить заказ 00000001 на 1.234.567,50.₽\?$/);
    await isSeen('Заказ подтвержден!');
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    expect(served.calls).toHaveLength(1);
    // The question may be gone before the button is out of use, or after.
    const [title] = screen.getAllByRole('heading', { level: 1 });
    expect([button, title]).toContain(document.activeElement);
  });

  describe('by what', () => {
    const messages = (...results: UnusedMessage[]) =>
      server.use(serve(routes.listOrderMessages, { count: results.length, results }));
    const radio = (name: RegExp) => screen.findByRole('radio', { name });
    const late = unusedMessage(2, { fits: false, amount: '1234557.50', difference: '-10.00', late_seconds: 90 });

    test('offers the messages, the one that fits chosen already, and says what is wrong with the others', async () => {
      messages(unusedMessage(1), late);
      const { user } = openOrder();
      await user.click(await confirmButton());
      expect(await radio(/1.234.567,50.₽.*Анна К.Подходит/)).toBeChecked();
      await user.click(await radio(/1.234.557,50.₽.*на 10,00.₽ меньше, опоздало на 2 мин/));
      await answerQuestion(user, 'Подтвердить');
      await isSeen('Заказ подтвержден!');
      expect(served.calls).toEqual([
        [pathOf(routes.confirmOrder, orderId(1)), { notification_id: unusedMessage(2).id }],
      ]);
    });

    test('waits for a choice where nothing fits: a reason, with a note, by keyboard', async () => {
      messages(late);
      const { user } = openOrder();
      (await confirmButton()).focus();
      await user.keyboard('{Enter}');
      const misfit = await radio(/на 10,00.₽ меньше/);
      const act = within(screen.getByRole('dialog')).getByRole('button', { name: 'Подтвердить' });
      await waitFor(() => expect(misfit).toHaveFocus());
      expect(act).toHaveAttribute('aria-disabled', 'true');
      await user.keyboard('{Enter}');
      expect(misfit).toHaveFocus();
      // Whoever goes on to the button stays there, and is led back by pressing it.
      act.focus();
      expect(act).toHaveFocus();
      await user.keyboard('{Enter}');
      expect(misfit).toHaveFocus();
      expect(served.calls).toEqual([]);
      await user.click(await radio(/^Без сообщения: выписка$/));
      await user.type(await screen.findByRole('textbox', { name: 'Примечание' }), 'утро{Enter}');
      await isSeen('Заказ подтвержден!');
      expect(served.calls).toEqual([
        [pathOf(routes.confirmOrder, orderId(1)), { without_message: 'statement', note: 'утро' }],
      ]);
    });

    test('says when there are none, and when they cannot be had', async () => {
      messages();
      const { user } = openOrder();
      await user.click(await confirmButton());
      await isSeen('Неиспользованных сообщений банка нет');
      await user.keyboard('{Escape}');
      server.use(serve(routes.listOrderMessages, () => problem(500, 'Ошибка')));
      await user.click(await confirmButton());
      await isSeen('Не удалось загрузить сообщения');
      expect(await radio(/^Без сообщения: снимок экрана$/)).toBeEnabled();
    });

    test('is a word of the trader for a server that knows no messages', async () => {
      server.use(serve(routes.listOrderMessages, () => problem(404, 'Не найдено')));
      const { user } = openOrder();
      await user.click(await confirmButton());
      await answerQuestion(user, 'Подтвердить');
      await isSeen('Заказ подтвержден!');
      expect(served.calls).toEqual([[pathOf(routes.confirmOrder, orderId(1)), null]]);
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
      served.stated = orderDetail(1, {
        status: 'CLOSED',
        human_status: 'Закрыт',
        status_history: [step],
        ground: kept,
      });
      openOrder();
      await confirmButton();
      expect(screen.getByText('Основание', { selector: 'dt' }).nextElementSibling).toHaveTextContent(text);
    });
  });

  test('of an expired order is a call of its own', async () => {
    served.stated = orderDetail(1, { status: 'EXPIRED', human_status: 'Истёк' });
    const { user } = openOrder();
    await user.click(await confirmButton());
    expect(served.calls).toEqual([]);
    await answerQuestion(user, 'Подтвердить');
    await isSeen('Заказ подтвержден!');
    expect(served.calls).toEqual([
      [pathOf(routes.confirmExpiredOrder, orderId(1)), { notification_id: unusedMessage(1).id }],
    ]);
  });

  test.each([
    ['Закрыт', 'CLOSED'],
    ['Апелляция', 'APPEAL'],
    ['Отменён', 'DECLINED'],
    ['Неизвестный', 'UNKNOWN'],
  ] as const)('is not possible when it is %s', async (human_status, status) => {
    served.stated = orderDetail(1, { status, human_status });
    openOrder();
    expect(await confirmButton()).toBeDisabled();
  });

  test('is not for a merchant', async () => {
    server.use(asUser(merchant));
    openOrder();
    await screen.findByText('Сбер •1');
    await screen.findByRole('link', { name: 'Кошельки' });
    expect(screen.queryByRole('button', { name: 'Подтвердить' })).toBeNull();
  });

  test('that is refused says why, stays on the screen, and shows the true state', async () => {
    server.use(
      served.answer(routes.confirmOrder, () => {
        served.stated = { ...served.stated, status: 'EXPIRED', human_status: 'Истёк' };
        return problem(409, 'Заказ сейчас в состоянии «Истёк»', 'wrong_status');
      }),
    );
    const { user } = openOrder();
    await user.click(await confirmButton());
    await answerQuestion(user, 'Подтвердить');
    await isSeen('Ошибка подтверждения');
    await isSeen('Заказ сейчас в состоянии «Истёк»');
    expect(await main().findByText('Истёк')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Закрыть' }));
    expect(screen.queryByText('Ошибка подтверждения')).toBeNull();
  });

  test('that is no longer possible leaves the focus where it is, and does nothing', async () => {
    const { user } = openOrder();
    const button = await confirmButton();
    button.focus();
    served.close();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
    expect(button).toHaveFocus();
    await user.keyboard('{Enter}');
    await user.click(button);
    expect(served.calls).toEqual([]);
    await user.tab();
    expect(button).toBeDisabled();
  });

  test('acts once on a double click', async () => {
    let release = () => {};
    server.use(
      served.answer(routes.confirmOrder, async () => {
        await new Promise<void>((resolve) => (release = resolve));
        return served.close();
      }),
    );
    const { user } = openOrder();
    await user.click(await confirmButton());
    await user.dblClick(await answerTo('Подтвердить'));
    await waitFor(() => expect(served.calls).toHaveLength(1));
    release();
    await isSeen('Заказ подтвержден!');
    expect(served.calls).toHaveLength(1);
  });
});
