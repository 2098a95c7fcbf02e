import { MEMBER_ROLES, rightsOf } from '@kantor/contract/plain/rights.ts';
import * as matchRoutes from '@kantor/contract/plain/match-routes.ts';
import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { MatchCandidate, MessageToSort } from '@/api/match';
import { serverNow } from '@/shared/lib/server-clock';
import { orderId, trader } from '@/test/fixtures';
import { notificationId } from '@/test/fixtures-trader';
import { openApp } from '@/test/render-app';
import { asUser, type Call, pathOf, problem, serve, server, serveNoting } from '@/test/server';

const [OWNER] = MEMBER_ROLES.trader;
const moment = (milliseconds: number) => new Date(serverNow() + milliseconds).toISOString();

const candidate = (n: number, changes: Partial<MatchCandidate> = {}): MatchCandidate => ({
  id: orderId(n),
  short_name: `0000000${n}`,
  amount: '1500.00',
  bank_detail: { short_name: `Сбер •000${n}` },
  created_at: moment(-150_000),
  expires_at: moment(600_000),
  status: 'ACTIVE',
  human_status: 'Активен',
  difference: '0.00',
  balance_fits: false,
  can_confirm: true,
  for_sum: null,
  ...changes,
});

const message = (n: number, changes: Partial<MessageToSort> = {}): MessageToSort => ({
  id: notificationId(n),
  heard_at: moment(-60_000),
  created_at: moment(-60_000),
  cabinet: { device_name: 'Samsung A51' },
  application: '900',
  bank: 'Сбербанк',
  amount: '1500.00',
  sender: 'Анна К.',
  tail: '4321',
  text: 'СЧЁТ4321 Перевод +1500р от Анна К.',
  outcome: 'ambiguous',
  reason: 'Сумма совпала с двумя заказами: подтвердите нужный сами',
  candidates: [candidate(1), candidate(2)],
  ...changes,
});

let waiting: MessageToSort[];
let calls: Call[];
beforeEach(() => {
  holdTime();
  calls = [];
  waiting = [
    message(1, { candidates: [candidate(2, { balance_fits: true }), candidate(1)] }),
    message(2, {
      amount: '990.00',
      outcome: 'no_order',
      reason: 'Нет активного заказа на 990,00 ₽',
      candidates: [candidate(3, { amount: '1000.00', difference: '-10.00', for_sum: 'close' })],
    }),
    message(3, { amount: null, outcome: 'unread', reason: 'Не прочитано', sender: null, tail: null, candidates: [] }),
  ];
  const sorted = (id: string) => {
    waiting = waiting.filter((each) => each.id !== id);
    return HttpResponse.json({});
  };
  server.use(
    asUser({ ...trader, rights: rightsOf({ role: 'trader', memberRole: OWNER }) }),
    serve(routes.getInbox, () =>
      HttpResponse.json({
        items: [
          {
            what: 'messages_to_sort',
            count: waiting.length,
            id: notificationId(1),
            since: null,
            until: null,
            sum: null,
          },
        ],
        changes_at: null,
      }),
    ),
    serve(cabinetRoutes.listUnreadBanks, []),
    serve(matchRoutes.listMessagesToSort, ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('kind') === 'noise'
          ? {
              count: 1,
              results: [message(9, { amount: null, outcome: 'unread', candidates: [], text: 'Кредит 5 000 ₽' })],
            }
          : { count: waiting.length, results: waiting },
      ),
    ),
    serveNoting(calls, routes.confirmOrder, () => sorted(notificationId(1))),
    serveNoting(calls, matchRoutes.confirmOrderForSum, () => {
      sorted(notificationId(2));
      return HttpResponse.json({ way: 'close', amount: '990.00', appeal: orderId(7) });
    }),
    serveNoting(calls, matchRoutes.dismissMessage, () => {
      sorted(notificationId(3));
      return new HttpResponse(null, { status: 204 });
    }),
    serveNoting(calls, matchRoutes.restoreMessage, () => new HttpResponse(null, { status: 204 })),
  );
});

const desk = () => screen.findByRole('list', { name: 'Сообщения, которые надо разобрать' });
const plain = (text: string | null) => (text ?? '').replaceAll('\u00A0', ' ');
const pageHides = () => act(() => void window.dispatchEvent(new Event('pagehide')));
/** Nothing is sent before the page is left, however slow the machine is. */
const holdTime = () => {
  const { setTimeout: later } = globalThis;
  const hold = (run: () => void, milliseconds?: number) =>
    later(milliseconds === 5000 ? () => undefined : run, milliseconds);
  vi.stubGlobal('setTimeout', Object.assign(hold, later));
  onTestFinished(() => void vi.stubGlobal('setTimeout', later));
};

test('each message stands with its orders, the best first, and the tab counts them', async () => {
  openApp('/notifications/to-sort');
  const list = await desk();
  const tab = await screen.findByRole('link', { name: 'Разобрать 3' });
  expect(tab).toHaveAttribute('aria-current', 'page');
  expect(screen.getByRole('link', { name: 'Все' })).toHaveAttribute('href', '/notifications');
  const [first] = within(list).getAllByRole('list', { name: 'Заказы, о которых оно может быть' });
  expect(
    within(first as HTMLElement)
      .getAllByRole('listitem')
      .map(({ textContent }) => plain(textContent)),
  ).toEqual([
    expect.stringMatching(/^1 500,00 ₽Сбер •0002заказ 000000022 мин назад.*остаток сходитсяЭто он$/),
    expect.stringMatching(/^1 500,00 ₽Сбер •0001заказ 000000012 мин назад.*Это он$/),
  ]);
  expect(plain(list.textContent)).toContain('не хватает 10,00 ₽');
  expect(screen.getByRole('heading', { name: 'Сумма не прочитана' })).toBeInTheDocument();
  expect(plain(list.textContent)).toContain('Похожих неоплаченных заказов нет');
});

test('by keys, in either layout: the best is confirmed, the focus goes on, and five seconds undo it', async () => {
  const { user } = openApp('/notifications/to-sort');
  await desk();
  await waitFor(async () => {
    await user.keyboard('j');
    expect(screen.getByRole('button', { name: /^Это он: заказ 00000002/ })).toHaveFocus();
  });
  // The same key in the Russian layout.
  fireEvent.keyDown(document.activeElement ?? document, { code: 'KeyC', key: 'с' });
  const undo = await screen.findByRole('button', { name: /^Отменить: 1.500,00/ });
  expect(screen.getByRole('button', { name: /^Закрыть за 990,00/ })).toHaveFocus();
  expect(calls).toEqual([]);
  await user.keyboard('u');
  await waitFor(() => expect(undo).not.toBeInTheDocument());
  await user.keyboard('k');
  await waitFor(() => expect(screen.getByRole('button', { name: /^Это он: заказ 00000002/ })).toHaveFocus());
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: /^Отменить: 1.500,00/ });
  await user.keyboard('c');
  await screen.findByRole('button', { name: /^Отменить: 990,00/ });
  pageHides();
  await waitFor(() => expect(screen.queryByRole('heading', { name: /1.500,00/ })).toBeNull());
  await waitFor(() => expect(screen.queryByRole('heading', { name: /990,00/ })).toBeNull());
  expect(calls.toSorted(([a], [b]) => a.localeCompare(b))).toEqual([
    [pathOf(routes.confirmOrder, orderId(2)), { notification_id: notificationId(1) }],
    [pathOf(matchRoutes.confirmOrderForSum, orderId(3)), { notification_id: notificationId(2) }],
  ]);
  expect(await screen.findByRole('link', { name: 'Разобрать 1' })).toBeInTheDocument();
});

test('one that is about no order leaves with a reason, and comes back', async () => {
  const { user } = openApp('/notifications/to-sort');
  await desk();
  await user.click(screen.getByRole('button', { name: 'Не про заказ: Сумма не прочитана' }));
  const [why] = screen.getAllByRole('button', { name: 'Реклама или служебное', hidden: true }).slice(-1);
  await user.click(why as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Сумма не прочитана' })).toBeNull());
  expect(calls).toEqual([[pathOf(matchRoutes.dismissMessage, notificationId(3)), { reason: 'advert' }]]);
  expect(document.activeElement).not.toBe(document.body);
  await user.click(await screen.findByRole('button', { name: 'Вернуть в разбор' }));
  await screen.findByText('Сообщение снова в разборе');
  expect(calls.at(-1)?.[0]).toBe(pathOf(matchRoutes.restoreMessage, notificationId(3)));
});

test('a text that nobody could read confirms nothing by one key: its words are shown and asked about', async () => {
  const text = 'Отмена. Зачисление 1 500 ₽';
  waiting = [message(4, { amount: null, outcome: 'unread', text, candidates: [candidate(4, { difference: null })] })];
  const { user } = openApp('/notifications/to-sort');
  await desk();
  await waitFor(async () => {
    await user.keyboard('j');
    expect(screen.getByRole('button', { name: 'Не про заказ: Сумма не прочитана' })).toHaveFocus();
  });
  await user.keyboard('c');
  await user.click(screen.getByRole('button', { name: /^Это он: заказ 00000004/ }));
  const question = await screen.findByRole('dialog');
  expect(within(question).getByText(text)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Отменить: / })).toBeNull();
  expect(calls).toEqual([]);
  await user.click(within(question).getByRole('button', { name: 'Подтвердить' }));
  await waitFor(() =>
    expect(calls).toEqual([[pathOf(routes.confirmOrder, orderId(4)), { notification_id: notificationId(4) }]]),
  );
});

test('noise is folded; nothing to sort says what that means; a failure can be tried again', async () => {
  waiting = [];
  const { user } = openApp('/notifications/to-sort');
  await screen.findByText('Разбирать нечего');
  expect(screen.getByText(/Все поступления за сутки нашли свои заказы/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Разобрать' })).toBeInTheDocument();
  expect(screen.queryByText('Кредит 5 000 ₽')).toBeNull();
  await user.click(screen.getByText(/^Непрочитанные тексты с суммой/));
  expect(await screen.findByText('Кредит 5 000 ₽')).toBeInTheDocument();
});

test('a refusal says why, and the message stays; the list that cannot be had says so', async () => {
  server.use(
    serve(routes.confirmOrder, () => problem(409, 'По этому сообщению уже подтверждён заказ. Выберите другое')),
  );
  const { user } = openApp('/notifications/to-sort');
  await desk();
  await user.click(screen.getByRole('button', { name: /^Это он: заказ 00000002/ }));
  await screen.findByRole('button', { name: /^Отменить: 1.500,00/ });
  pageHides();
  expect(await screen.findByText(/По этому сообщению уже подтверждён заказ/)).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: /^Это он: заказ 00000002/ })).toBeEnabled();
});

test('a list that cannot be had says so', async () => {
  server.use(serve(matchRoutes.listMessagesToSort, () => problem(500, 'Ошибка')));
  openApp('/notifications/to-sort');
  expect(await screen.findByText('Не удалось получить сообщения')).toBeInTheDocument();
});
