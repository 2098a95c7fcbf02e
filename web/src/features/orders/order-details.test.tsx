import { getOrderPostings } from '@kantor/contract/plain/postings-routes.ts';
import { rightsOf } from '@kantor/contract/plain/rights.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { serverNow } from '@/shared/lib/server-clock';
import { orderDetail, orderId, trader } from '@/test/fixtures';
import { confirmButton, main, openOrder, serveOrder } from '@/test/order-page';
import { asUser, problem, serve, server } from '@/test/server';
import { isSeen } from '@/test/screen-reading';

let served: ReturnType<typeof serveOrder>;

beforeEach(() => {
  served = serveOrder();
});

const statusFact = () => screen.getByText('Статус', { selector: 'dt' }).nextElementSibling;

describe('the page of an order', () => {
  test('shows its facts, all six places of USDT among them', async () => {
    openOrder();
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

  test('shows what the shop keeps beside it, as it was sent; without such data there is no card', async () => {
    served.stated = orderDetail(1, { payer_id: 'клиент-7', metadata: { basket: '42', '<b>': '' } });
    const { unmount } = openOrder();
    const head = await screen.findByRole('heading', { name: 'Данные магазина' });
    const card = within(head.parentElement ?? head);
    const facts = card.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]);
    expect(facts).toEqual([
      ['Номер плательщика', 'клиент-7'],
      ['basket', '42'],
      ['<b>', ''],
    ]);
    unmount();
    served.stated = orderDetail(1, { payer_id: null, metadata: {} });
    openOrder();
    await confirmButton();
    expect(screen.queryByText('Данные магазина')).toBeNull();
  });

  test('shows what was taken back of a closed one, when and why, to both sides', async () => {
    served.stated = orderDetail(1, {
      status: 'CLOSED',
      human_status: 'Закрыт',
      reversed_amount: '400.00',
      reversed_at: '2026-01-03T21:30:00Z',
      reversal_reason: 'Банк вернул перевод',
    });
    openOrder();
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

  test('shows what its payer says, with the receipts, to both sides', async () => {
    const said = { made_at: '2026-01-01T21:31:00.000Z', sender_name: 'Иван' };
    served.stated = orderDetail(1, { claim: said });
    const claim = {
      ...said,
      last_four: '1234',
      comment: '<b>Перевёл</b>',
      receipts: [{ url: '/file', name: 'чек.png' }],
    };
    server.use(serve(routes.getPayerClaim, { claim }));
    openOrder();
    const card = (await screen.findByRole('heading', { name: 'Плательщик сообщил' })).closest('section');
    const inCard = within(card ?? document.body);
    expect(inCard.getByText('<b>Перевёл</b>')).toBeVisible();
    expect(inCard.getByRole('link', { name: 'чек.png' })).toHaveAttribute('href', '/file');
    expect(inCard.getByText(/не доказательство/)).toBeVisible();
  });

  test('says nothing of a refund where there is none', async () => {
    openOrder();
    await confirmButton();
    expect(screen.queryByText('Возврат')).toBeNull();
  });

  test('shows the history of its statuses, and no appeal where there is none', async () => {
    openOrder();
    const history = await screen.findByRole('table', { name: 'История статусов' });
    expect(within(history).getByText('Активен')).toBeVisible();
    expect(within(history).getByText('02.01.2026, 00:30')).toBeVisible();
    expect(screen.getByText('Отсутствует')).toBeVisible();
  });

  test('without a history says so', async () => {
    served.stated = orderDetail(1, { status_history: [] });
    openOrder();
    await isSeen('Отсутствуют');
  });

  test('leads to its appeal', async () => {
    served.stated = orderDetail(1, {
      appeal: { id: 'appeal-7', amount: '500.00', processed_datetime: null, status: 'OPEN', human_status: 'Открыта' },
    });
    openOrder();
    const appeal = await screen.findByRole('table', { name: 'Апелляция' });
    expect(within(appeal).getByRole('link')).toHaveAttribute('href', '/appeals/appeal-7');
    expect(within(appeal).getByText('Открыта')).toBeVisible();
  });

  test('counts down while it runs, by the server, and no longer', async () => {
    served.stated = orderDetail(1, { expires_at: new Date(serverNow() + 200_000).toISOString() });
    openOrder();
    await confirmButton();
    expect(statusFact()).toHaveTextContent(/^Активен осталось 03:(20|1\d)$/);
    served.close();
    window.dispatchEvent(new Event('focus'));
    await waitFor(() => expect(statusFact()).toHaveTextContent(/^Закрыт$/));
  });

  test('that is no longer for this user to see is not shown', async () => {
    openOrder();
    await screen.findByText('Сбер •1');
    server.use(serve(routes.getOrder, () => problem(404, 'Не найдено')));
    window.dispatchEvent(new Event('focus'));
    await isSeen('Информация по заказу не найдена');
    expect(screen.queryByText('Сбер •1')).toBeNull();
  });

  test('never shows another order, not even when its own cannot be had', async () => {
    server.use(
      serve(routes.getOrder, ({ params }) =>
        params['id'] === orderId(1) ? HttpResponse.json(served.stated) : problem(500, 'Ошибка'),
      ),
    );
    const { router } = openOrder();
    await screen.findByText('Сбер •1');
    await router.navigate(`/orders/${orderId(2)}`);
    await isSeen('Информация по заказу не найдена');
    expect(screen.queryByText('Сбер •1')).toBeNull();
  });
});

test('the story of an order has the money that it moved on the reader’s own balance', async () => {
  const posting = (created_at: string, part: string, amount: string) => ({
    created_at,
    kind: 'order_hold',
    part,
    amount,
  });
  server.use(
    asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: 'owner' }) }),
    serve(getOrderPostings, [
      posting('2026-01-01T21:30:00Z', 'available', '-28.470000'),
      posting('2026-01-01T21:30:00Z', 'held', '28.470000'),
      posting('2026-01-01T21:35:00Z', 'earned', '0.850000'),
    ]),
  );
  openOrder();
  const story = await screen.findByRole('table', { name: 'История статусов' });
  await within(story).findByText('+0,850000');
  expect(within(story).getByText('−28,470000').closest('tr')).toHaveTextContent('USDT на балансе');
  expect(within(story).queryByText('+28,470000')).toBeNull();
});

test('whoever sees no balance asks for no postings', async () => {
  let asked = 0;
  server.use(
    asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: 'shift' }) }),
    serve(getOrderPostings, () => {
      asked += 1;
      return HttpResponse.json([]);
    }),
  );
  openOrder();
  await screen.findByRole('table', { name: 'История статусов' });
  expect(asked).toBe(0);
});
