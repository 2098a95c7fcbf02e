import { API_BASE } from '@kantor/contract/plain/routes.ts';
import * as platform from '@kantor/contract/plain/platform-routes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlatformAppeal } from '@/api/platform-objects';
import { serveEvents } from '@/test/event-stream';
import { operator } from '@/test/fixtures';
import { bankMessage, platformAppeal, platformPayout } from '@/test/fixtures-platform';
import { openLive, takeTimers } from '@/test/live-orders';
import { openApp } from '@/test/render-app';
import { factsShown, isSeen } from '@/test/screen-reading';
import { asUser, serve, server } from '@/test/server';

const FILE = `${API_BASE}/files/7/?signature=x`;

let appeal: PlatformAppeal;
let looks: number;
beforeEach(() => {
  looks = 0;
  appeal = platformAppeal(7, { status: 'OPEN', amount: '1700.50' });
  server.use(
    asUser(operator),
    serve(platform.getPlatformAppeal, () => {
      looks += 1;
      return HttpResponse.json(appeal);
    }),
  );
});

const path = () => `/platform/appeals/${appeal.id}`;
const open = () => openApp(path());
const listed = async (name: string) =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

describe('the page of an appeal, for those who decide', () => {
  test('has what the payer claims beside what the order was for', async () => {
    appeal = { ...appeal, order_detail: { ...appeal.order_detail, amount: '1500.00' } };
    open();
    await screen.findByRole('heading', { name: 'Что говорит магазин' });
    expect(factsShown()).toMatchObject({
      Заявлено: '1 700,50 ₽',
      'Сумма заказа': '1 500,00 ₽',
      Разница: '+200,50 ₽',
      Имя: 'Ёлкина Анна',
      Счёт: '••••••••••••••••0001',
    });
  });

  test('shows a receipt that is a picture in its place, and the way to the file', async () => {
    appeal = { ...appeal, file: { url: FILE, name: 'чек.png' } };
    open();
    const picture = await screen.findByRole('img', { name: 'Чек: чек.png' });
    expect(picture).toHaveAttribute('src', FILE);
    expect(screen.getByRole('link', { name: /чек\.png/ })).toHaveAttribute('href', FILE);
    // What was called a picture and is none keeps its link.
    fireEvent.error(picture);
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Чек: чек.png' })).toBeNull());
    expect(screen.getByRole('link', { name: 'чек.png' })).toHaveAttribute('href', FILE);
  });

  test('opens a pdf by its name', async () => {
    appeal = { ...appeal, file: { url: FILE, name: 'чек.PDF' } };
    open();
    expect(await screen.findByRole('link', { name: 'чек.PDF' })).toHaveAttribute('href', FILE);
    expect(screen.queryByRole('img', { name: /Чек/ })).toBeNull();
  });

  test('says where there is no receipt', async () => {
    open();
    await isSeen('Чек не приложен');
  });

  test('shows what the bank said, and which order each message is about', async () => {
    const other = '01939c2f-7b1e-7000-8000-0000000000ab';
    appeal = {
      ...appeal,
      messages: [
        bankMessage(1, { order_id: appeal.order_id, outcome: 'paid', amount: '1000.00' }),
        bankMessage(2, { order_id: other, outcome: 'paid', amount: '900.00' }),
        bankMessage(3, { candidates: [appeal.order_id], amount: '800.00' }),
        bankMessage(4, { amount: '1700.50' }),
        bankMessage(5, { amount: null, balance: null, sender: null, tail: null, bank: null, outcome: 'unread' }),
      ],
      has_more_messages: true,
    };
    open();
    const [paid, others, maybe, same, unread] = await listed('Что говорит банк');
    expect(paid).toMatch(/^1\s000,00\s₽этот заказ/);
    expect(paid).toContain('Сбербанк · Иван И. · •4321 · остаток 20\u00a0000,50\u00a0₽ · Redmi 9');
    expect(others).toMatch(/заказ 000000AB/);
    expect(screen.getByRole('link', { name: 'заказ 000000AB' })).toHaveAttribute('href', `/platform/orders/${other}`);
    expect(maybe).toContain('может быть об этом заказе');
    expect(same).toContain('сумма совпала');
    expect(unread).toMatch(/^—/);
    expect(unread).not.toContain('сумма совпала');
    await isSeen('Сообщений больше: показаны первые 5');
  });

  test('tells the order, its appeals and the messages of it as one story', async () => {
    const step = (status: 'ACTIVE' | 'APPEAL' | 'CLOSED', at: string, actor: 'merchant' | 'operator') => ({
      created_at: at,
      status,
      human_status: status,
      actor,
    });
    const row = { id: appeal.id, order_id: appeal.order_id, human_status: 'x' };
    appeal = {
      ...appeal,
      order_detail: {
        ...appeal.order_detail,
        status_history: [
          step('ACTIVE', '2026-01-01T09:00:00Z', 'merchant'),
          step('APPEAL', '2026-01-01T11:00:00Z', 'merchant'),
          step('CLOSED', '2026-01-01T13:00:01Z', 'operator'),
        ],
      },
      appeals: [
        {
          ...row,
          amount: '1700.50',
          created_at: '2026-01-01T11:00:00Z',
          processed_datetime: '2026-01-01T13:00:00Z',
          status: 'PROCESSED',
          paid: '1000.00',
        },
      ],
      messages: [
        bankMessage(1, { order_id: appeal.order_id, amount: '1000.00', heard_at: '2026-01-01T10:00:00Z' }),
        bankMessage(2, { heard_at: '2026-01-01T10:30:00Z' }),
      ],
    };
    open();
    expect(await listed('Как было')).toEqual([
      'Активен магазин01.01.2026, 12:00',
      'Банк: 1\u00a0000,00\u00a0₽ 01.01.2026, 13:00',
      'Апелляция магазин01.01.2026, 14:00',
      'Апелляция на 1\u00a0700,50\u00a0₽ 01.01.2026, 14:00',
      'Апелляция подтверждена на 1\u00a0000,00\u00a0₽ 01.01.2026, 16:00',
      'Закрыт площадка01.01.2026, 16:00',
    ]);
  });

  test('shows numbers without dots once they are revealed', async () => {
    server.use(
      serve(platform.revealPlatformAppeal, () =>
        HttpResponse.json({
          ...appeal,
          is_revealed: true,
          messages: [bankMessage(1, { text: 'Счёт 40817810000000000001' })],
        }),
      ),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Показать номера' }));
    await isSeen('Счёт 40817810000000000001');
    expect(screen.getByRole('button', { name: 'Показать номера' })).toHaveAttribute('aria-disabled', 'true');
  });

  test('is asked for again when the appeal has changed, and never without', async () => {
    takeTimers();
    const events = serveEvents();
    openLive(path());
    const stream = await events.stream();
    await screen.findByRole('button', { name: 'Подтвердить' });
    looks = 0;
    appeal = { ...appeal, status: 'CLOSED', human_status: 'Закрыта' };
    stream.tell({ tag: 'Appeal', id: appeal.id });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Подтвердить' })).toBeNull());
    expect(looks).toBe(1);
  });
});

test('the page of a payout has its proof, who had it, and why it is contested', async () => {
  const item = platformPayout(7, {
    status: 'DONE',
    settlement: 'contested',
    contest_reason: 'Не пришло',
    contested_at: '2026-01-01T12:00:00Z',
    photo: { url: FILE, name: 'чек.png' },
    created_at: '2026-01-01T08:00:00Z',
    takes: [
      { trader: 'ivan', taken_at: '2026-01-01T09:00:00Z', ended_at: '2026-01-01T09:30:00Z', outcome: 'expired' },
      { trader: 'petr', taken_at: '2026-01-01T10:00:00Z', ended_at: '2026-01-01T11:00:00Z', outcome: 'done' },
    ],
  });
  server.use(serve(platform.getPlatformPayout, () => HttpResponse.json(item)));
  openApp(`/platform/payouts/${item.id}`);
  expect(await screen.findByRole('img', { name: 'Чек: чек.png' })).toHaveAttribute('src', FILE);
  expect(factsShown()).toMatchObject({ 'Почему оспорена': 'Не пришло', Оспорена: '01.01.2026, 15:00' });
  expect(await listed('Как было')).toEqual([
    'Создана 01.01.2026, 11:00',
    'Взял ivan 01.01.2026, 12:00',
    'ivan: время вышло 01.01.2026, 12:30',
    'Взял petr 01.01.2026, 13:00',
    'petr: выполнил 01.01.2026, 14:00',
    'Оспорена 01.01.2026, 15:00',
  ]);
  expect(screen.getByRole('button', { name: 'Решить' })).toBeVisible();
});
