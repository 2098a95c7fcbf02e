import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { button, field, inDialog, openCabinet, serveCabinet } from '@/test/cabinet-page';
import { cabinet, cabinetId, choice, requisiteId } from '@/test/fixtures-trader';
import { answerByKeyboard, focusIsOn } from '@/test/question';
import { openApp } from '@/test/render-app';
import { isSeen, isWithoutDialog } from '@/test/screen-reading';
import { fieldProblem, problem, pathOf, serve, server, serveNoting } from '@/test/server';

let served: ReturnType<typeof serveCabinet>;
beforeEach(() => {
  served = serveCabinet();
});

describe('the page of a cabinet', () => {
  test.each([
    ['Активен', {}, 'success'],
    ['Выключен', { is_active: false }, 'neutral'],
    ['Автоматика', { can_be_active: false }, 'info'],
    ['Заблокирован', { is_blocked_forever: true, can_be_active: false }, 'danger'],
  ])('says when it is %s', async (text, changes, tone) => {
    served.stated = cabinet(1, changes);
    openCabinet();
    expect(await screen.findByText(text)).toHaveAttribute('data-tone', tone);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Кабинет Samsung A51');
  });

  test('that is blocked cannot be changed', async () => {
    served.stated = cabinet(1, { is_blocked_forever: true, bank_detail: [choice(1)] });
    openCabinet();
    expect(await field('Название')).toBeDisabled();
    expect(await field('Телефон')).toBeDisabled();
    expect(await screen.findByRole('combobox', { name: 'Реквизиты' })).toBeDisabled();
    for (const name of ['Сохранить', 'Заблокировать навсегда', 'Показать QR-код', 'Подключить приложение']) {
      expect(screen.queryByRole('button', { name })).toBeNull();
    }
  });
});

describe('saving a cabinet', () => {
  test('sends name, phone and the chosen requisites', async () => {
    server.use(
      serveNoting(served.calls, cabinetRoutes.updateCabinet, () => {
        served.stated = cabinet(1, { device_name: 'POCO', bank_detail: [choice(2)] });
        return HttpResponse.json(served.stated);
      }),
    );
    const { user } = openCabinet();
    await user.clear(await field('Название'));
    await user.type(await field('Название'), 'POCO');
    const requisites = await screen.findByRole('combobox', { name: 'Реквизиты' });
    expect(screen.getByText('Сбер 1')).toBeVisible();
    await user.click(requisites);
    await user.click(await screen.findByRole('option', { name: 'Сбер 2 (Сбер •0002)' }));
    await user.click(screen.getByRole('option', { name: 'Сбер 1 (Сбер •0001)' }));
    await user.keyboard('{Escape}');
    expect(requisites).toHaveAttribute('aria-expanded', 'false');
    expect(requisites).toHaveFocus();
    await user.type(await field('Телефон'), '{Enter}');
    await isSeen('Данные обновлены!');
    expect(served.calls).toEqual([
      [
        pathOf(cabinetRoutes.updateCabinet, cabinetId(1)),
        { device_name: 'POCO', phone: '+79990001122', bank_detail: [requisiteId(2)] },
      ],
    ]);
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Кабинет POCO'));
    await isSeen('Сбер 2');
    await waitFor(() => expect(screen.queryByText('Сбер 1')).toBeNull());
  });

  test('that fails says so, beside the fields too', async () => {
    server.use(
      serveNoting(served.calls, cabinetRoutes.updateCabinet, () =>
        fieldProblem({ device_name: ['Заполните это поле'] }),
      ),
    );
    const { user } = openCabinet();
    await user.clear(await field('Название'));
    await user.click(await button('Сохранить'));
    await isSeen('Ошибка обновления данных');
    await isSeen('Не удалось сохранить данные');
    await waitFor(async () => expect(await field('Название')).toHaveFocus());
    expect(await field('Название')).toHaveAccessibleDescription('Заполните это поле');
  });

  test('keeps the requisites it has when the others cannot be had', async () => {
    server.use(
      serve(cabinetRoutes.listCabinetChoices, () => problem(500, 'Ошибка')),
      serveNoting(served.calls, cabinetRoutes.updateCabinet, () => HttpResponse.json(served.stated)),
    );
    const { user } = openCabinet();
    await isSeen('Реквизиты не найдены');
    await user.type(screen.getByLabelText('Название'), '!');
    await user.click(await button('Сохранить'));
    await screen.findByText('Данные обновлены!');
    expect(served.calls[0]?.[1]).toMatchObject({ bank_detail: [requisiteId(1)] });
  });
});

describe('blocking a cabinet forever', () => {
  test('asks in a dialog that names it, by keyboard, and leaves the focus on the page', async () => {
    server.use(
      serveNoting(served.calls, cabinetRoutes.blockCabinet, () => {
        served.stated = cabinet(1, { is_blocked_forever: true });
        return HttpResponse.json(served.stated);
      }),
    );
    const { user } = openCabinet();
    const block = await button('Заблокировать навсегда');
    await answerByKeyboard(user, block, 'Заблокировать кабинет «Samsung A51» навсегда?');
    await isSeen('Кабинет заблокирован навсегда');
    await waitFor(() => expect(block).not.toBeInTheDocument());
    await focusIsOn(() => screen.getByRole('heading', { level: 1 }));
    expect(served.calls).toHaveLength(1);
  });

  test('shows the outcome only when the server has served.stated it, and acts once', async () => {
    let release = () => {};
    server.use(
      serveNoting(served.calls, cabinetRoutes.blockCabinet, async () => {
        await new Promise<void>((resolve) => (release = resolve));
        served.stated = cabinet(1, { is_blocked_forever: true });
        return HttpResponse.json(served.stated);
      }),
    );
    const { user } = openCabinet();
    await user.click(await button('Заблокировать навсегда'));
    await user.dblClick((await inDialog()).getByRole('button', { name: 'Заблокировать навсегда' }));
    await waitFor(() => expect(served.calls).toEqual([[pathOf(cabinetRoutes.blockCabinet, cabinetId(1)), null]]));
    expect(screen.queryByText('Заблокирован')).toBeNull();
    release();
    await isSeen('Кабинет заблокирован навсегда');
    await isSeen('Заблокирован');
    expect(await field('Название')).toBeDisabled();
    await isWithoutDialog();
    expect(served.calls).toHaveLength(1);
  });

  test('that fails says so', async () => {
    server.use(serveNoting(served.calls, cabinetRoutes.blockCabinet, () => problem(500, 'Попробуйте позже')));
    const { user } = openCabinet();
    await user.click(await button('Заблокировать навсегда'));
    await user.click((await inDialog()).getByRole('button', { name: 'Заблокировать навсегда' }));
    await isSeen('Не удалось заблокировать кабинет');
    await isWithoutDialog();
  });
});

describe('a new cabinet', () => {
  test('is switched off, takes requisites only after its creation, and is then shown', async () => {
    server.use(
      serveNoting(served.calls, cabinetRoutes.createCabinet, () => HttpResponse.json(served.stated, { status: 201 })),
    );
    const { user, address } = openApp('/cabinets/new');
    expect(await field('Реквизиты')).toBeDisabled();
    expect(screen.getByText('Только после создания')).toBeInTheDocument();
    expect(screen.getByText('Выключен')).toBeVisible();
    await user.type(await field('Название'), 'Samsung A51');
    await user.type(await field('Телефон'), '+79990001122{Enter}');
    await waitFor(() => expect(address()).toBe(`/cabinets/${cabinetId(1)}`));
    expect(served.calls).toEqual([
      [pathOf(cabinetRoutes.createCabinet), { device_name: 'Samsung A51', phone: '+79990001122', bank_detail: null }],
    ]);
  });

  test('is created once, even when it is submitted twice before anything could be rendered', async () => {
    let release = () => {};
    server.use(
      serveNoting(served.calls, cabinetRoutes.createCabinet, async () => {
        await new Promise<void>((resolve) => (release = resolve));
        return HttpResponse.json(served.stated, { status: 201 });
      }),
    );
    const { user, address } = openApp('/cabinets/new');
    await user.type(await field('Название'), 'Samsung A51');
    const form = (await field('Название')).closest('form') as HTMLFormElement;
    act(() => {
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    await waitFor(() => expect(served.calls).toHaveLength(1));
    release();
    await waitFor(() => expect(address()).toBe(`/cabinets/${cabinetId(1)}`));
    expect(served.calls).toHaveLength(1);
  });

  test('that cannot be created says why beside the field', async () => {
    server.use(
      serveNoting(served.calls, cabinetRoutes.createCabinet, () =>
        fieldProblem({ device_name: ['Заполните это поле'] }),
      ),
    );
    const { user, address } = openApp('/cabinets/new');
    await user.click(await button('Создать кабинет'));
    await isSeen('Не удалось создать кабинет');
    await waitFor(async () => expect(await field('Название')).toHaveAccessibleDescription('Заполните это поле'));
    expect(address()).toBe('/cabinets/new');
  });
});
