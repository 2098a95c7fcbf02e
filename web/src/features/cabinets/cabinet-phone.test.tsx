import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { SMS_FORWARDER_TEMPLATE } from '@kantor/contract/plain/forwarders.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { button, field, inDialog, openCabinet, serveCabinet } from '@/test/cabinet-page';
import { cabinet, cabinetId } from '@/test/fixtures-trader';
import { isSeen, isWithoutDialog } from '@/test/screen-reading';
import { problem, pathOf, serve, server, serveNoting } from '@/test/server';

// The phone's part of a cabinet's page.

let served: ReturnType<typeof serveCabinet>;
beforeEach(() => {
  served = serveCabinet();
});

describe('a cabinet', () => {
  test('whose phone is silent says since when, and what that means', async () => {
    vi.useFakeTimers({ now: new Date('2026-01-02T09:30:00.000Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    served.stated = cabinet(1, { can_be_active: false, last_heard_at: '2026-01-02T08:15:00.000Z' });
    openCabinet();
    await isSeen('Телефон молчит с 11:15');
    expect(screen.getByText(/переключатель вернётся в прежнее положение/)).toBeVisible();
  });

  test('without a phone says how to connect one', async () => {
    served.stated = cabinet(1, { can_be_active: false, last_heard_at: null });
    openCabinet();
    await isSeen('Телефон не подключён');
    expect(screen.getByText(/покажите телефону QR-код или подключите приложение/)).toBeVisible();
  });

  test('of a server that does not say when the phone was heard says what it can', async () => {
    const { last_heard_at: _unsaid, ...specified } = cabinet(1, { can_be_active: false });
    served.stated = specified;
    openCabinet();
    await isSeen('Автоматика');
    expect(screen.getByText(/Телефон молчит, кабинет не принимает заказы/)).toBeVisible();
    expect(screen.queryByText(/Телефон (?:молчит с|не подключён)/)).toBeNull();
  });

  test('whose phone fell silent on another day says on which', async () => {
    served.stated = cabinet(1, { can_be_active: false, last_heard_at: '2026-01-02T21:30:00.000Z' });
    openCabinet();
    await isSeen('Телефон молчит с 03.01.2026, 00:30');
  });

  test('whose phone is heard explains nothing, and what ends it for ever stands last, apart from what saves', async () => {
    openCabinet();
    await field('Название');
    expect(screen.queryByText(/Телефон (?:молчит|не подключён)|не принимает заказы/)).toBeNull();
    const names = within(screen.getByRole('main'))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(names.slice(0, 3)).toEqual(['Показать QR-код', 'Подключить приложение', 'Сохранить']);
    expect(names.at(-1)).toBe('Заблокировать навсегда');
  });
});

describe('a cabinet whose application has the former template', () => {
  test('says what to replace it with, and offers it to be copied', async () => {
    served.stated = cabinet(1, { has_old_template: true });
    const { user } = openCabinet();
    await isSeen(/прежний шаблон SmsForwarder/);
    expect(screen.getByText(/Senders → ваш Webhook → Params/)).toBeVisible();
    await user.click(await button('Копировать Шаблон'));
    expect(await navigator.clipboard.readText()).toBe(SMS_FORWARDER_TEMPLATE);
  });

  test('says when a message was refused, and nothing where there is nothing to say', async () => {
    served.stated = cabinet(1, { refused_at: '2026-11-20T08:40:00.000Z' });
    openCabinet();
    await isSeen(/Сообщение не принято 20.11.2026, 11:40/);
    expect(screen.queryByText(/прежний шаблон/)).toBeNull();
  });

  test.each([
    ['password', 'Телефон отключён 20.11.2026, 11:40: пароль аккаунта изменён.'],
    ['blocked', 'Телефон отключён 20.11.2026, 11:40: аккаунт был заблокирован.'],
  ] as const)('an end of the phone says why: %s', async (reason, text) => {
    served.stated = cabinet(1, { phone_ended_at: '2026-11-20T08:40:00.000Z', phone_end_reason: reason });
    openCabinet();
    await isSeen(text);
    expect(screen.getByText(/Подключите его заново/)).toBeVisible();
  });
});

describe('the QR code', () => {
  const PNG = new Uint8Array([137, 80, 78, 71]);

  test('is fetched with the token, shown, and closed', async () => {
    let token: string | null = null;
    server.use(
      serve(cabinetRoutes.getCabinetQr, ({ request }) => {
        token = request.headers.get('authorization');
        return HttpResponse.arrayBuffer(PNG.buffer, { headers: { 'content-type': 'image/png' } });
      }),
    );
    const { user } = openCabinet();
    await user.click(await button('Показать QR-код'));
    const dialog = await screen.findByRole('dialog', { name: 'QR-код кабинета «Samsung A51»' });
    const image = await within(dialog).findByRole('img', { name: 'QR-код для подключения телефона' });
    expect(image).toHaveAttribute('src', 'data:image/png;base64,iVBORw==');
    expect(token).toBe('Bearer access-1');
    await user.click(within(dialog).getByRole('button', { name: 'Закрыть' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await button('Показать QR-код')).toHaveFocus();
  });

  test('is a new one at each press: the one before is not shown again, not even while the new one is made', async () => {
    const releases: (() => void)[] = [];
    server.use(
      serve(cabinetRoutes.getCabinetQr, async () => {
        await new Promise<void>((resolve) => releases.push(resolve));
        const bytes = Uint8Array.of(releases.length);
        return HttpResponse.arrayBuffer(bytes.buffer, { headers: { 'content-type': 'image/png' } });
      }),
    );
    const { user } = openCabinet();
    for (const [index, picture] of ['AQ==', 'Ag=='].entries()) {
      await user.click(await button('Показать QR-код'));
      await waitFor(() => expect(releases).toHaveLength(index + 1));
      const dialog = await inDialog();
      expect(dialog.queryByRole('img')).toBeNull();
      expect(dialog.getByText(/действует 10 минут/)).toBeVisible();
      releases[index]?.();
      expect(await dialog.findByRole('img')).toHaveAttribute('src', `data:image/png;base64,${picture}`);
      const shownAt = performance.now();
      await user.click(dialog.getByRole('button', { name: 'Закрыть' }));
      // Sooner, it would be the second click of a double click.
      await waitFor(() => expect(performance.now()).toBeGreaterThan(shownAt + 500));
    }
  });

  test('that cannot be had says so', async () => {
    server.use(
      serve(cabinetRoutes.getCabinetQr, () => problem(409, 'Кабинет заблокирован навсегда, действие недоступно')),
    );
    const { user } = openCabinet();
    await user.click(await button('Показать QR-код'));
    await isSeen('Не удалось загрузить QR-код');
    await isSeen('Кабинет заблокирован навсегда, действие недоступно');
    await isWithoutDialog();
  });
});

describe('connecting an application', () => {
  const connection = {
    address: `https://kantor.example${DEVICE_API_BASE}/sms-gateway/1`,
    key: 'a-key-shown-once',
    template: '',
    qr: '',
  };
  const choose = async (user: Awaited<ReturnType<typeof openCabinet>>['user'], application: string) => {
    await user.click(await button('Подключить приложение'));
    const dialog = await inDialog();
    expect(dialog.getByRole('button', { name: 'Подключить' })).toBeDisabled();
    await user.selectOptions(dialog.getByLabelText('Приложение'), application);
    await user.click(dialog.getByRole('button', { name: 'Подключить' }));
  };

  test('warns, asks which, and shows address and key until it is closed', async () => {
    server.use(
      serveNoting(served.calls, cabinetRoutes.connectCabinet, () => HttpResponse.json(connection, { status: 201 })),
      serveNoting(served.calls, cabinetRoutes.updateCabinet, () => HttpResponse.json(served.stated)),
    );
    const { user } = openCabinet();
    await user.click(await button('Подключить приложение'));
    expect((await inDialog()).getByText(/Телефон, подключённый раньше, отключится/)).toBeVisible();
    await user.click((await inDialog()).getByRole('button', { name: 'Отмена' }));
    expect(served.calls).toEqual([]);
    await choose(user, 'SMS Gateway for Android: SMS');
    await waitFor(async () => expect((await inDialog()).getByText(connection.key)).toBeVisible());
    expect(served.calls).toEqual([
      [pathOf(cabinetRoutes.connectCabinet, cabinetId(1)), { application: 'sms_gateway' }],
    ]);
    const dialog = await inDialog();
    expect(dialog.getByText(connection.address)).toBeVisible();
    expect(dialog.getAllByRole('button', { name: 'Закрыть' })[0]).toHaveFocus();
    expect(dialog.getByText(/Signing Key/)).toBeVisible();
    expect(dialog.queryByText('Шаблон')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Копировать Ключ' }));
    expect(await navigator.clipboard.readText()).toBe(connection.key);
    await user.click(dialog.getByRole('button', { name: 'Копировать Адрес' }));
    expect(await navigator.clipboard.readText()).toBe(connection.address);
    // A toast of the test before has a button of that name, too.
    await user.click(dialog.getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement);
    await user.click(await button('Подключить приложение'));
    expect((await inDialog()).queryByText(connection.key)).toBeNull();
    expect((await inDialog()).getByLabelText('Приложение')).toHaveValue('');
  });

  test('shows the template that the other one asks for, to be copied as it is', async () => {
    const template = '{\n  "text": "[org_content]"\n}';
    server.use(
      serveNoting(served.calls, cabinetRoutes.connectCabinet, () =>
        HttpResponse.json({ ...connection, template }, { status: 201 }),
      ),
    );
    const { user } = openCabinet();
    await choose(user, 'SmsForwarder: SMS и уведомления приложений');
    await user.click(await button('Копировать Шаблон'));
    const dialog = await inDialog();
    expect(await navigator.clipboard.readText()).toBe(template);
    expect(dialog.getByText(/kantor-ping/)).toBeVisible();
  });

  test('acts once; what is shown is closed by its button alone, and is then gone', async () => {
    let release = () => {};
    server.use(
      serveNoting(served.calls, cabinetRoutes.connectCabinet, async () => {
        await new Promise<void>((resolve) => (release = resolve));
        return HttpResponse.json(connection, { status: 201 });
      }),
    );
    const { user } = openCabinet();
    await user.click(await button('Подключить приложение'));
    const dialog = await screen.findByRole('dialog');
    await user.selectOptions(within(dialog).getByLabelText('Приложение'), 'smsGateway');
    await user.dblClick(within(dialog).getByRole('button', { name: 'Подключить' }));
    await waitFor(() => expect(served.calls).toHaveLength(1));
    expect(within(dialog).getByRole('button', { name: 'Отмена' })).toBeDisabled();
    await user.keyboard('{Escape}');
    release();
    await screen.findByText(connection.key);
    const shown = within(screen.getByRole('dialog'));
    expect(shown.getByText('Ключ показывается один раз.')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(shown.getByText(connection.key)).toBeVisible();
    await user.click(shown.getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.body).not.toHaveTextContent(connection.key);
    expect(document.body).not.toHaveTextContent(connection.address);
    expect(await button('Подключить приложение')).toHaveFocus();
    await user.click(await button('Подключить приложение'));
    await user.selectOptions((await inDialog()).getByLabelText('Приложение'), 'smsGateway');
    expect((await inDialog()).queryByText(connection.key)).toBeNull();
    expect(served.calls).toHaveLength(1);
  });

  test('is left by Escape while nothing is shown yet', async () => {
    const { user } = openCabinet();
    await user.click(await button('Подключить приложение'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(served.calls).toEqual([]);
  });

  test('that is refused says why and stays where it was', async () => {
    server.use(
      serveNoting(served.calls, cabinetRoutes.connectCabinet, () => problem(409, 'Кабинет заблокирован навсегда')),
    );
    const { user } = openCabinet();
    await choose(user, 'SMS Gateway for Android: SMS');
    await isSeen('Не удалось подключить приложение');
    expect((await inDialog()).getByLabelText('Приложение')).toHaveValue('smsGateway');
  });
});
