import * as routes from '@kantor/contract/plain/routes.ts';
import * as endpointRoutes from '@kantor/contract/plain/webhook-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebhookEndpoint } from '@/api/webhooks';
import { merchant } from '@/test/fixtures';
import { endpoint, waiting, webhookDetail, webhookId, webhookRow } from '@/test/fixtures-webhooks';
import { lendNavigator } from '@/test/navigator';
import { answerByKeyboard, focusIsOn } from '@/test/question';
import { openApp } from '@/test/render-app';
import { factsShown, headsOf, isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asMerchant, asUser, fieldProblem, problem, serve, server } from '@/test/server';

const ID = endpoint().id;
let sent: unknown[] = [];
let stated: WebhookEndpoint;

beforeEach(() => {
  sent = [];
  stated = endpoint();
  server.use(
    asMerchant(),
    serve(routes.listApiKeys, { count: 0, results: [] }),
    serve(endpointRoutes.listWebhooks, { count: 0, results: [] }),
    serve(endpointRoutes.listWebhookEndpoints, () => HttpResponse.json([stated])),
    serve(
      endpointRoutes.changeWebhookEndpoint,
      async ({ request }) => {
        const body = (await request.json()) as Partial<WebhookEndpoint>;
        sent.push(body);
        stated = { ...stated, ...body };
        return HttpResponse.json(stated);
      },
      ID,
    ),
  );
});

const journal = () => loadedTable('Журнал');

describe('the journal of webhooks', () => {
  const filled = (...results: unknown[]) =>
    server.use(serve(endpointRoutes.listWebhooks, { count: results.length, results }));

  test('filled shows each event, its object and its delivery', async () => {
    filled(webhookRow(1), webhookRow(2, waiting), webhookRow(3, { ...waiting, attempts: 0, next_attempt_at: null }));
    openApp('/developer/journal');
    expect(headsOf(await journal())).toEqual(['Событие', 'Объект', 'Статус', 'Попыток', 'Создан', 'Следующая попытка']);
    expect(rowsOf(await journal())).toEqual([
      ['Заказ закрыт', '01939c2f-7…0000001', 'Доставлен', '1', '02.01.2026, 00:30', '—'],
      ['Заказ закрыт', '01939c2f-7…0000002', 'Ожидает', '2', '02.01.2026, 00:30', '02.01.2026, 01:00'],
      ['Заказ закрыт', '01939c2f-7…0000003', 'Ожидает', '0', '02.01.2026, 00:30', '—'],
    ]);
    expect(screen.getByText('Вебхуков: 3')).toBeVisible();
    const table = within(await journal());
    expect(table.getByText('Доставлен')).toHaveAttribute('data-tone', 'success');
    const [tried, fresh] = table.getAllByText('Ожидает');
    expect([tried, fresh].map((badge) => badge?.dataset['tone'])).toEqual(['warning', 'info']);
  });

  test.each([
    ['order.expired', 'Заказ истёк', '/orders'],
    ['payout.in_work', 'Выплата в работе', '/payments'],
    ['withdrawal.closed', 'Вывод выполнен', '/withdrawals'],
    ['appeal.processed', 'Апелляция обработана', '/appeals'],
  ])('tells %s in words, and leads to its page', async (type, words, page) => {
    filled(webhookRow(1, { type, status: 'DEAD', human_status: 'Не доставлен' }));
    openApp('/developer/journal');
    const row = within(await journal());
    expect(row.getByText(words)).toBeVisible();
    expect(row.getByText('Не доставлен')).toHaveAttribute('data-tone', 'danger');
    const object = webhookRow(1).object_id;
    expect(row.getByRole('link', { name: /^01939c2f-7/ })).toHaveAttribute('href', `${page}/${object}`);
  });

  test('leads to no page that the merchant has not', async () => {
    server.use(asUser({ ...merchant, payout_enable: false }));
    filled(
      webhookRow(1, { type: 'payout.open' }),
      webhookRow(2, { type: 'planet.born', status: 'UNKNOWN', human_status: 'Завис' }),
    );
    openApp('/developer/journal');
    const row = within(await journal());
    expect(row.queryAllByRole('link', { name: /^01939c2f-7/ })).toEqual([]);
    expect(row.getByText('planet.born')).toBeVisible();
    expect(row.getByText('Завис')).toHaveAttribute('data-tone', 'neutral');
  });

  test('opens a webhook from its row; its pages are in the address', async () => {
    server.use(serve(endpointRoutes.getWebhook, webhookDetail(1), webhookId(1)));
    const asked: string[] = [];
    server.use(
      serve(endpointRoutes.listWebhooks, ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ count: 12, results: [webhookRow(1)] });
      }),
    );
    const { user, address } = openApp('/developer/journal');
    await user.click(await screen.findByRole('link', { name: 'Страница 2' }));
    await waitFor(() => expect(asked).toEqual(['?page=1&page_size=10', '?page=2&page_size=10']));
    expect(address()).toBe('/developer/journal?page=2');
    await user.click(within(await journal()).getByText('Заказ закрыт'));
    await waitFor(() => expect(address()).toBe(`/developer/journal/${webhookId(1)}`));
  });
});

describe('the address of webhooks', () => {
  test('while loading holds its place; failed says so and can be tried again', async () => {
    const answer = Promise.withResolvers<Response>();
    server.use(serve(endpointRoutes.listWebhookEndpoints, () => answer.promise));
    const { user } = openApp('/developer');
    await screen.findByRole('heading', { name: 'Адреса вебхуков' });
    expect(screen.getAllByText('Загрузка…').length).toBeGreaterThan(0);
    answer.resolve(problem(500, 'Ошибка'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Не удалось загрузить адреса вебхуков');
    server.use(serve(endpointRoutes.listWebhookEndpoints, () => HttpResponse.json([stated])));
    await user.click(screen.getByRole('button', { name: 'Повторить' }));
    await isSeen(stated.url);
  });

  test('is shown, copied and changed', async () => {
    const { user } = openApp('/developer');
    await isSeen('https://shop.example/hooks');
    expect(screen.getByRole('button', { name: 'Копировать Адрес' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Изменить' }));
    const field = screen.getByRole('textbox', { name: 'Адрес' });
    expect(field).toHaveValue('https://shop.example/hooks');
    await user.clear(field);
    await user.type(field, ' https://other.example/ {Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ url: 'https://other.example/', types: null, is_active: true }]);
    await isSeen('https://other.example/');
    await isSeen('Данные обновлены!');
  });

  test('that was never given can be, with some events alone; others are added beside it', async () => {
    server.use(
      serve(endpointRoutes.listWebhookEndpoints, []),
      serve(endpointRoutes.addWebhookEndpoint, async ({ request }) => {
        const body = (await request.json()) as Partial<WebhookEndpoint>;
        sent.push(body);
        return HttpResponse.json(endpoint(body), { status: 201 });
      }),
    );
    const { user } = openApp('/developer');
    await isSeen('Адреса вебхуков не заданы');
    expect(screen.queryByRole('switch', { name: /^Отправлять вебхуки/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Добавить адрес' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.type(dialog.getByRole('textbox', { name: 'Адрес' }), 'https://shop.example');
    await user.click(dialog.getByRole('checkbox', { name: 'Все события, в том числе новые' }));
    expect(dialog.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
    await user.click(dialog.getByRole('checkbox', { name: 'Выплата выполнена' }));
    await user.click(dialog.getByRole('checkbox', { name: 'Заказ закрыт' }));
    await user.click(dialog.getByRole('button', { name: 'Сохранить' }));
    const types = ['order.closed', 'payout.done'];
    await waitFor(() => expect(sent).toEqual([{ url: 'https://shop.example', types, is_test: false }]));
    expect(await screen.findByRole('switch', { name: /^Отправлять вебхуки/ })).toBeChecked();
    expect(factsShown()['События']).toBe('Заказ закрытВыплата выполнена');
  });

  test('is removed after a question', async () => {
    const removed: string[] = [];
    server.use(
      serve(
        endpointRoutes.removeWebhookEndpoint,
        ({ request }) => {
          removed.push(new URL(request.url).pathname);
          server.use(serve(endpointRoutes.listWebhookEndpoints, []));
          return new HttpResponse(null, { status: 204 });
        },
        stated.id,
      ),
    );
    const { user } = openApp('/developer');
    await user.click(await screen.findByRole('button', { name: 'Удалить' }));
    await user.click(
      within(screen.getByRole('dialog', { name: 'Удалить адрес?' })).getByRole('button', { name: 'Удалить' }),
    );
    await isSeen('Адреса вебхуков не заданы');
    expect(removed).toHaveLength(1);
  });

  test('that is changed while sending is off leaves it off', async () => {
    stated = endpoint({ is_active: false });
    const { user } = openApp('/developer');
    await user.click(await screen.findByRole('button', { name: 'Изменить' }));
    await user.type(screen.getByRole('textbox', { name: 'Адрес' }), '2{Enter}');
    await waitFor(() => expect(sent).toEqual([{ url: 'https://shop.example/hooks2', types: null, is_active: false }]));
  });

  test('that is refused says why beside the input, and over the dialog', async () => {
    server.use(serve(endpointRoutes.changeWebhookEndpoint, () => fieldProblem({ url: ['Этот адрес внутренний'] }), ID));
    const { user } = openApp('/developer');
    await user.click(await screen.findByRole('button', { name: 'Изменить' }));
    await user.type(screen.getByRole('textbox', { name: 'Адрес' }), '{Enter}');
    const dialog = within(screen.getByRole('dialog'));
    expect(await dialog.findByText('Этот адрес внутренний')).toBeVisible();
    await waitFor(() => expect(dialog.getByText('Не удалось сохранить адрес')).toBeVisible());
    await user.type(dialog.getByRole('textbox', { name: 'Адрес' }), 'x');
    expect(dialog.queryByText('Этот адрес внутренний')).toBeNull();
  });
});

describe('the switch of webhooks', () => {
  test('answers at once and is saved with the address', async () => {
    const saved = Promise.withResolvers<Response>();
    server.use(
      serve(
        endpointRoutes.changeWebhookEndpoint,
        async ({ request }) => {
          sent.push(await request.json());
          return saved.promise;
        },
        ID,
      ),
    );
    const { user } = openApp('/developer');
    const toggle = await screen.findByRole('switch', { name: /^Отправлять вебхуки/ });
    expect(screen.getByText('Включена')).toBeVisible();
    await user.click(toggle);
    expect(screen.getByText('Выключена')).toBeVisible();
    await waitFor(() => expect(sent).toEqual([{ url: stated.url, types: null, is_active: false }]));
    saved.resolve(HttpResponse.json({ ...stated, is_active: false }));
    await waitFor(() => expect(toggle).not.toBeChecked());
    await isSeen('Выключена');
  });

  test('falls back when it could not be saved', async () => {
    server.use(serve(endpointRoutes.changeWebhookEndpoint, () => problem(500, 'Сервис недоступен'), ID));
    const { user } = openApp('/developer');
    const toggle = await screen.findByRole('switch', { name: /^Отправлять вебхуки/ });
    await user.click(toggle);
    await isSeen('Не удалось переключить отправку');
    await waitFor(() => expect(toggle).toBeChecked());
  });
});

describe('the secret of webhooks', () => {
  const rotate = (answer: () => Response) => server.use(serve(endpointRoutes.rotateEndpointSecret, answer, ID));
  const secret = () => factsShown()['Секрет подписи'];

  test('is masked until it is asked for, and copied either way', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    const { user } = openApp('/developer');
    const show = await screen.findByRole('button', { name: 'Показать секрет' });
    lendNavigator('clipboard', { writeText });
    expect(screen.queryByText(stated.secret)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Копировать Секрет подписи' }));
    expect(writeText).toHaveBeenCalledWith(stated.secret);
    await user.click(show);
    expect(screen.getByText(stated.secret)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Скрыть секрет' }));
    expect(screen.queryByText(stated.secret)).toBeNull();
  });

  test('is replaced only after a question that says how long the old one works', async () => {
    let asked = 0;
    rotate(() => {
      asked += 1;
      // Later calls get the same answer.
      stated = endpoint({ secret: 'whsec_new', former_secret_until: '2026-01-02T21:30:00.000Z' });
      return HttpResponse.json(stated);
    });
    const { user } = openApp('/developer');
    await user.click(await screen.findByRole('button', { name: 'Выпустить новый секрет' }));
    const question = within(screen.getByRole('dialog', { name: 'Выпустить новый секрет?' }));
    expect(question.getByText(/ещё 24 часа/)).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Отмена' }));
    expect([asked, screen.queryByRole('dialog')]).toEqual([0, null]);
    await user.click(screen.getByRole('button', { name: 'Выпустить новый секрет' }));
    await user.dblClick(within(screen.getByRole('dialog')).getByRole('button', { name: 'Выпустить новый секрет' }));
    await isSeen('Новый секрет выпущен!');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(secret()).toContain('Прежний секрет действует до 03.01.2026, 00:30'));
    expect(asked).toBe(1);
    // As long as the old one works there is no third.
    await user.tab();
    expect(screen.getByRole('button', { name: 'Выпустить новый секрет' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Показать секрет' }));
    expect(screen.getByText('whsec_new')).toBeVisible();
  });

  test('that could not be replaced says so', async () => {
    rotate(() => problem(409, 'Прежний секрет ещё действует'));
    const { user } = openApp('/developer');
    const button = await screen.findByRole('button', { name: 'Выпустить новый секрет' });
    await answerByKeyboard(user, button, 'Выпустить новый секрет?');
    await isSeen('Не удалось выпустить новый секрет');
    await isSeen('Прежний секрет ещё действует');
    await focusIsOn(() => button);
  });
});
