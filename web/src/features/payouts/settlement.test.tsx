import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PayoutDetail } from '@/api/payouts';
import { payout, payoutDone, payoutId, payoutInWork } from '@/test/fixtures-exchange';
import { openApp } from '@/test/render-app';
import { factsShown, headsOf, isSeen, isWithoutDialog, loadedTable, rowsOf } from '@/test/screen-reading';
import { asMerchant, type Call, pathOf, problem, serve, server, serveNoting } from '@/test/server';

const UNTIL = '2026-01-01T22:30:00.000Z';
const contestable = { settlement: 'contestable', contest_until: UNTIL } as const;

let shown: PayoutDetail;
let calls: Call[] = [];
beforeEach(() => {
  calls = [];
  server.use(
    serve(payoutRoutes.getPayout, () => HttpResponse.json(shown)),
    serveNoting(calls, payoutRoutes.contestPayout, () => {
      shown = payoutDone({ settlement: 'contested', contest_until: UNTIL, contest_reason: 'Клиент не получил' });
      return HttpResponse.json(shown);
    }),
  );
});

const open = () => openApp(`/payments/${payoutId(1)}`);
const factsOnceShown = async () => {
  await screen.findByText('Информация');
  return factsShown();
};

describe('a trader reads of a payout they did', () => {
  test.each([
    [contestable, 'Удержано до 02.01.2026, 01:30, потом на балансе', 'ВыполненПроверяется'],
    [
      { settlement: 'contested', contest_until: UNTIL, contest_reason: 'Нет поступления' } as const,
      'Мерчант ответил, что деньги не пришли. Удержано, пока решает оператор',
      'ВыполненНе пришло',
    ],
    [{ settlement: 'settled' } as const, 'Завершена: деньги на балансе', 'Выполнен'],
    [
      { settlement: 'returned', status: 'CANCELLED', human_status: 'Отменён', decision_reason: 'По выписке' } as const,
      'Оператор решил за мерчанта: деньги вернулись мерчанту',
      'ОтменёнВозвращена',
    ],
  ])('%j', async (changes, text, status) => {
    shown = payoutDone(changes);
    open();
    const facts = await factsOnceShown();
    expect(facts['Расчёт']).toBe(text);
    expect(facts['Статус']?.replaceAll(/\s/g, '')).toBe(status.replaceAll(/\s/g, ''));
    expect(facts['Ответ мерчанта']).toBe('contest_reason' in changes ? changes.contest_reason : undefined);
    expect(facts['Решение оператора']).toBe('decision_reason' in changes ? changes.decision_reason : undefined);
    expect(facts).toMatchObject({ ФИО: 'Иванов Пётр' });
    expect(screen.queryByRole('button', { name: 'Не пришло' })).toBeNull();
  });

  test('and nothing of it before, nor from a server that knows of none', async () => {
    shown = payoutInWork();
    open();
    expect(await factsOnceShown()).not.toHaveProperty('Расчёт');
  });
});

describe('a payout in work', () => {
  test('counts down by the server’s clock, and says what happens then', async () => {
    shown = payoutInWork({ taken_until: new Date(Date.now() + 12 * 60_000 + 30_500).toISOString() });
    open();
    expect((await factsOnceShown())['Статус']).toMatch(/В работе.*осталось 12:(2\d|3[01])/);
    expect(screen.getByText('Когда время выйдет, выплата вернётся в очередь, а файл удалится.')).toBeVisible();
  });

  test('cannot be taken by whoever may take none, and the page says why', async () => {
    shown = payout(1, { can_take_on_work: false, can_interact: false, take_refusal: 'Снова с 00:00 по Москве' });
    open();
    await isSeen('Снова с 00:00 по Москве');
    expect(screen.queryByRole('button', { name: 'Взять в работу' })).toBeNull();
  });
});

describe('a merchant', () => {
  beforeEach(() => {
    server.use(asMerchant());
    shown = payoutDone({ ...contestable, can_contest: true });
  });

  test('reads until when they may answer, and answers once with a reason', async () => {
    const { user } = open();
    expect((await factsOnceShown())['Расчёт']).toBe('Если деньги не пришли, ответить можно до 02.01.2026, 01:30');
    await user.click(await screen.findByRole('button', { name: 'Не пришло' }));
    const dialog = await screen.findByRole('dialog', { name: /^Деньги по выплате на.12\s500,00.₽ не пришли\?$/ });
    expect(dialog).toHaveTextContent('Иванов Пётр');
    const send = within(dialog).getByRole('button', { name: 'Отправить' });
    expect(send).toBeDisabled();
    await user.type(within(dialog).getByLabelText('Что случилось'), ' Клиент не получил ');
    await user.dblClick(send);
    await isSeen('Ответ отправлен оператору');
    expect(calls).toEqual([[pathOf(payoutRoutes.contestPayout, payoutId(1)), { reason: 'Клиент не получил' }]]);
    await isWithoutDialog();
    await waitFor(() =>
      expect(factsShown()).toMatchObject({
        Расчёт: 'Вы ответили, что деньги не пришли. Решает оператор',
        'Ответ мерчанта': 'Клиент не получил',
      }),
    );
    expect(screen.queryByRole('button', { name: 'Не пришло' })).toBeNull();
  });

  test('who answers too late learns why', async () => {
    server.use(serveNoting(calls, payoutRoutes.contestPayout, () => problem(409, 'Выплата уже завершена')));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Не пришло' }));
    await user.type(screen.getByLabelText('Что случилось'), 'Нет');
    await user.click(screen.getByRole('button', { name: 'Отправить' }));
    await isSeen('Не удалось отправить ответ');
    await isSeen('Выплата уже завершена');
  });

  test('sees in the list which payouts are not settled', async () => {
    const results = [payoutDone(contestable), payoutDone({ settlement: 'settled' })];
    server.use(serve(payoutRoutes.listPayouts, { count: 2, results }));
    openApp('/payments');
    const table = await loadedTable('Выплаты');
    const status = headsOf(table).indexOf('Статус');
    expect(rowsOf(table).map((row) => row[status])).toEqual(['Выполнен Проверяется', 'Выполнен']);
  });
});
