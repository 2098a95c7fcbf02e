import { API_BASE } from '@kantor/contract/plain/routes.ts';
import * as platform from '@kantor/contract/plain/platform-routes.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PlatformAppeal } from '@/api/platform-objects';
import { serveEvents } from '@/test/event-stream';
import { operator } from '@/test/fixtures';
import { appealDesk } from '@/test/fixtures-exchange';
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
  const sent = (...names: string[]) => {
    const files = names.map((name) => ({ name, url: FILE, is_picture: !/pdf$/i.test(name) }));
    const step = { number: 1, step: 'open', round: 1, by: 'merchant', reason: null, comment: null } as const;
    const turn = { human_reason: null, stage: 'trader', answer_until: null } as const;
    const rest = { ...turn, amount: '1700.50', person: null, files, created_at: '2026-01-01T11:00:00Z' };
    appeal = { ...appeal, desk: appealDesk({ steps: [{ ...step, ...rest }] }) };
  };

  test('says once what the payer claims beside what the order was for', async () => {
    open();
    await screen.findByRole('heading', { name: 'Что говорит плательщик' });
    expect(factsShown()).toMatchObject({
      Заявлено: '1 700,50 ₽',
      'Сумма заказа': '1 500,00 ₽',
      Разница: '+200,50 ₽',
      Имя: 'Ёлкина Анна',
      Счёт: '••••••••••••••••0001',
    });
    expect(screen.getAllByText('Заявлено')).toHaveLength(1);
    expect(screen.getAllByText('Разница')).toHaveLength(1);
  });

  test('leads to the other appeals against the order', async () => {
    const other = { id: '01939c2f-aaaa-7000-8000-0000000000ab', amount: '990.00' };
    appeal = { ...appeal, appeals: appeal.appeals.flatMap((own) => [{ ...own, ...other }, own]) };
    open();
    const link = await screen.findByRole('link', { name: /^990,00/ });
    expect(link).toHaveAttribute('href', `/platform/appeals/${other.id}`);
    expect(screen.queryByRole('link', { name: /^1\s700,50/ })).toBeNull();
  });

  test('shows a receipt that is a picture in its place, and the way to the file', async () => {
    sent('чек.png');
    open();
    const [picture] = await screen.findAllByRole('img', { name: 'Файл «чек.png»' });
    expect(picture).toHaveAttribute('src', FILE);
  });

  test('opens a pdf by its name', async () => {
    sent('чек.PDF');
    open();
    for (const link of await screen.findAllByRole('link', { name: 'чек.PDF' }))
      expect(link).toHaveAttribute('href', FILE);
    expect(screen.queryByRole('img', { name: /чек/ })).toBeNull();
  });

  test('says where there is no receipt', async () => {
    open();
    await isSeen('Файл отсутствует');
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
  const picture = await screen.findByRole('img', { name: 'Файл «чек.png»' });
  expect(picture).toHaveAttribute('src', FILE);
  expect(factsShown()).toMatchObject({ 'Почему оспорена': 'Не пришло', Оспорена: '01.01.2026, 15:00' });
  const steps = within(screen.getByRole('table', { name: 'Как было' }))
    .getAllByRole('row')
    .slice(1);
  expect(steps.map((row) => row.textContent)).toEqual([
    'Создана01.01.2026, 11:00',
    'Взял ivan01.01.2026, 12:00+1:00:00',
    'ivan: время вышло01.01.2026, 12:30+1:30:00',
    'Взял petr01.01.2026, 13:00+2:00:00',
    'petr: выполнил01.01.2026, 14:00+3:00:00',
    'Оспорена01.01.2026, 15:00+4:00:00',
  ]);
  // What was called a picture and is none keeps its link.
  fireEvent.error(picture);
  await waitFor(() => expect(screen.queryByRole('img', { name: /чек/ })).toBeNull());
  expect(screen.getByRole('link', { name: 'чек.png' })).toHaveAttribute('href', FILE);
  expect(screen.getByRole('button', { name: 'Решить' })).toBeVisible();
});
