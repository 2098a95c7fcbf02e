import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AppealDetail } from '@/api/appeals';
import { merchant, unusedMessage } from '@/test/fixtures';
import { appealDetail, appealId } from '@/test/fixtures-exchange';
import { answerByKeyboard, answerQuestion, answerTo, focusIsOn } from '@/test/question';
import { openApp } from '@/test/render-app';
import { factsShown, isSeen, isWithoutDialog } from '@/test/screen-reading';
import { asUser, type Call, pathOf, problem, serve, server, serveNoting } from '@/test/server';
import { setWidth } from '@/test/width';

const FILE = `${routes.API_BASE}/files/7/?signature=x`;

let appeal: AppealDetail;
let calls: Call[] = [];

const decide = (route: routes.Route, respond: () => Response | Promise<Response>) => serveNoting(calls, route, respond);
const become = (status: AppealDetail['status'], human_status: string) => (): Response => {
  appeal = { ...appeal, status, human_status };
  return HttpResponse.json(appeal);
};

beforeEach(() => {
  calls = [];
  appeal = appealDetail(1);
  server.use(
    serve(routes.getAppeal, () => HttpResponse.json(appeal)),
    decide(routes.confirmAppeal, become('PROCESSED', 'Обработана')),
    decide(routes.declineAppeal, become('CLOSED', 'Закрыта')),
  );
});

const open = () => openApp(`/appeals/${appealId(1)}`);
const button = (name: string) => screen.findByRole('button', { name });

describe('the page of an appeal', () => {
  test('shows its facts and the way to its order', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      `Страница апелляции (ID ${appealId(1)})`,
    );
    const order = await screen.findByRole('link', { name: 'A1B2C3D4' });
    expect(order).toHaveAttribute('href', `/orders/${appeal.order.id}`);
    expect(factsShown()).toEqual({
      Заказ: 'A1B2C3D4',
      Реквизит: 'Сбер •4321',
      Банк: 'Сбер',
      Сумма: '1 234 567,50 ₽',
      Статус: 'Открыта',
      'Время создания': '02.01.2026, 00:30',
      'Время успешного закрытия': '—',
    });
    const crumbs = screen.getByRole('navigation', { name: 'Апелляции' });
    expect(within(crumbs).getByRole('link', { name: 'Апелляции' })).toHaveAttribute('href', '/appeals');
  });

  test.each(['merchant', 'trader'])('shows the file to a %s who gets one', async (role) => {
    if (role === 'merchant') server.use(asUser(merchant));
    appeal = appealDetail(1, { file: { url: FILE, name: 'чек.pdf' } });
    open();
    expect(await screen.findByRole('link', { name: 'чек.pdf' })).toHaveAttribute('href', FILE);
    expect(screen.queryByText('Файл отсутствует')).toBeNull();
  });

  test('says when there is no file', async () => {
    server.use(asUser(merchant));
    open();
    await isSeen('Файл отсутствует');
  });

  test.each([
    [1025, true],
    [1024, false],
  ])('at %i px shows the button that closes it: %s', async (width, isShown) => {
    setWidth(width);
    open();
    await button('Подтвердить');
    expect(screen.queryAllByRole('link', { name: 'Закрыть' })).toHaveLength(Number(isShown));
  });
});

describe('the decision', () => {
  test('to confirm', async () => {
    const { user } = open();
    await answerByKeyboard(
      user,
      await button('Подтвердить'),
      /^Подтвердить апелляцию по заказу A1B2C3D4 на 1.234.567,50.₽\?$/,
    );
    await isSeen('Апелляция подтверждена!');
    expect(calls).toEqual([[pathOf(routes.confirmAppeal, appealId(1)), { notification_id: unusedMessage(1).id }]]);
    expect(await screen.findAllByText('Обработана')).toHaveLength(2);
    expect(await button('Подтвердить')).toHaveAttribute('aria-disabled', 'true');
    expect(await button('Отклонить')).toBeDisabled();
  });

  test('acts once on a double click', async () => {
    let release = () => {};
    server.use(
      decide(routes.confirmAppeal, async () => {
        await new Promise<void>((resolve) => (release = resolve));
        return become('PROCESSED', 'Обработана')();
      }),
    );
    const { user } = open();
    await user.click(await button('Подтвердить'));
    await user.dblClick(await answerTo('Подтвердить'));
    await waitFor(() => expect(calls).toHaveLength(1));
    release();
    await isSeen('Апелляция подтверждена!');
    expect(calls).toHaveLength(1);
  });

  test('to confirm that is refused says why and shows the true state', async () => {
    server.use(
      decide(routes.confirmAppeal, () => {
        become('CLOSED', 'Закрыта')();
        return problem(409, 'Сейчас апелляция в статусе «Закрыта»');
      }),
    );
    const { user } = open();
    await user.click(await button('Подтвердить'));
    await answerQuestion(user, 'Подтвердить');
    await isSeen('Ошибка подтверждения');
    await isSeen('Сейчас апелляция в статусе «Закрыта»');
    expect(await screen.findAllByText('Закрыта')).toHaveLength(2);
    expect(await button('Подтвердить')).toHaveAttribute('aria-disabled', 'true');
  });

  test('to decline asks first, with the order and the amount', async () => {
    const { user } = open();
    await user.click(await button('Отклонить'));
    const dialog = await screen.findByRole('dialog', {
      name: /^Отклонить апелляцию по заказу A1B2C3D4 на 1.234.567,50.₽\?$/,
    });
    await user.click(within(dialog).getByRole('button', { name: 'Отмена' }));
    expect(calls).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.click(await button('Отклонить'));
    await user.dblClick(within(screen.getByRole('dialog')).getByRole('button', { name: 'Отклонить' }));
    await isSeen('Апелляция отклонена!');
    expect(calls).toEqual([[pathOf(routes.declineAppeal, appealId(1)), null]]);
    await isWithoutDialog();
  });

  test('to decline by keyboard alone leaves the keyboard where it was', async () => {
    // The new status comes when the question is gone: where it comes sooner, the button cannot take the focus.
    const released = Promise.withResolvers<void>();
    server.use(
      serve(routes.getAppeal, async () => {
        if (calls.length > 0) await released.promise;
        return HttpResponse.json(appeal);
      }),
    );
    const { user } = open();
    const decline = await button('Отклонить');
    await answerByKeyboard(user, decline, /^Отклонить апелляцию по заказу A1B2C3D4 на 1.234.567,50.₽\?$/);
    await isSeen('Апелляция отклонена!');
    expect(calls).toEqual([[pathOf(routes.declineAppeal, appealId(1)), null]]);
    await focusIsOn(() => decline);
    released.resolve();
    await waitFor(() => expect(decline).toHaveAttribute('aria-disabled', 'true'));
    // A browser takes the focus from what is disabled natively.
    expect(decline).toBeEnabled();
    expect(decline).toHaveFocus();
  });

  test('to decline that is refused says why', async () => {
    server.use(decide(routes.declineAppeal, () => problem(409, 'Уже решено')));
    const { user } = open();
    await user.click(await button('Отклонить'));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Отклонить' }));
    await isSeen('Ошибка отказа');
    await isSeen('Уже решено');
  });

  test('to decline that was made meanwhile says so, and asks no longer', async () => {
    const { user } = open();
    await user.click(await button('Отклонить'));
    const dialog = await screen.findByRole('dialog', { name: /^Отклонить апелляцию/ });
    become('PROCESSED', 'Обработана')();
    window.dispatchEvent(new Event('focus'));
    expect(await within(dialog).findByText('Пока вы решали, апелляция перешла в статус «Обработана»')).toBeVisible();
    expect(within(dialog).queryByRole('button', { name: 'Отклонить' })).toBeNull();
    const close = within(dialog).getByRole('button', { name: 'Закрыть' });
    await waitFor(() => expect(close).toHaveFocus());
    await user.click(close);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(calls).toEqual([]);
  });

  test.each([
    ['Обработана', 'PROCESSED'],
    ['Закрыта', 'CLOSED'],
    ['Неизвестный', 'UNKNOWN'],
  ] as const)('is not possible when it is %s', async (human_status, status) => {
    appeal = appealDetail(1, { status, human_status });
    open();
    expect(await button('Подтвердить')).toBeDisabled();
    expect(await button('Отклонить')).toBeDisabled();
  });

  test('is not for a merchant', async () => {
    server.use(asUser(merchant));
    open();
    await screen.findByText('Сбер •4321');
    await screen.findByRole('link', { name: 'Кошельки' });
    expect(screen.queryByRole('button', { name: 'Подтвердить' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Отклонить' })).toBeNull();
  });
});
