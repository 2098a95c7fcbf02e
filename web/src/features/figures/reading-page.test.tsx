import * as routes from '@kantor/contract/plain/platform-routes.ts';
import { listNotifications, listUnreadBanks } from '@kantor/contract/plain/cabinet-routes.ts';
import { getInbox } from '@kantor/contract/plain/routes.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { trader } from '@/test/fixtures';
import { openApp } from '@/test/render-app';
import { isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asUser, type Call, serve, server, serveNoting } from '@/test/server';

const operator: Parameters<typeof asUser>[0] = {
  username: 'anna',
  role: 'operator',
  wallet: '',
  payout_enable: false,
  rights: ['platform.read', 'platform.messages'],
};
const reading = {
  at: '2026-11-23T09:00:00.000Z',
  applications: [
    {
      application: 'T-Bank',
      bank: 'Т-Банк',
      usual: 0.984,
      is_broken: true,
      short: {
        sums: 12,
        unread: 12,
      },
      long: {
        sums: 30,
        unread: 14,
      },
      days: [
        {
          day: '2026-11-21T21:00:00.000Z',
          sums: 1200,
          unread: 24,
        },
      ],
    },
    {
      application: '900',
      bank: 'Сбербанк',
      usual: null,
      is_broken: false,
      days: [],
      short: {
        sums: 0,
        unread: 0,
      },
      long: {
        sums: 3,
        unread: 0,
      },
    },
  ],
};

test('the page shows what is read of each application, and how a pasted text is read', async () => {
  const calls: Call[] = [];
  server.use(
    asUser(operator),
    serve(routes.getReading, reading),
    serveNoting(calls, routes.explainMessage, () =>
      HttpResponse.json({
        kind: 'unknown',
        bank: 'Т-Банк',
        amount: null,
        balance: '900.00',
        tail: null,
        sender: null,
        grammar: 'Т-Банк',
        phrase: null,
        hindrance: 'no_phrase',
        pieces: [
          {
            text: 'Вам прилетело',
            part: 'left',
          },
          {
            text: ' ',
            part: null,
          },
          {
            text: '500 ₽',
            part: 'sum',
          },
        ],
      }),
    ),
  );
  const { user } = openApp('/platform/reading');
  expect(rowsOf(await loadedTable('Приложения банков'))).toEqual([
    ['T-Bank', 'Т-Банк', 'Читается не как обычно', '0 из 12', '16 из 30', '98 %', '22.11: 1 176 из 1 200'],
    ['900', 'Сбербанк', 'Ещё не с чем сравнить', '—', '3 из 3', '—', ''],
  ]);
  const show = await screen.findByRole('button', { name: 'Прочитать' });
  expect(show).toBeDisabled();
  await user.type(screen.getByLabelText('Отправитель SMS или пакет приложения'), 'T-Bank');
  await user.type(screen.getByLabelText('Текст'), 'Вам прилетело 500 ₽');
  await user.click(show);
  await isSeen('Слова не складываются ни в одну фразу банка');
  const left = screen.getByText('Вам прилетело').closest('li') as HTMLElement;
  expect(within(left).getByText('не понято')).toBeVisible();
  expect(calls[0]?.[1]).toEqual({
    application: 'T-Bank',
    title: '',
    text: 'Вам прилетело 500 ₽',
    is_notification: false,
  });
});

test('a trader reads one sentence, while messages of their bank are not all read', async () => {
  server.use(
    asUser({ ...trader, rights: ['messages.read'] }),
    serve(listNotifications, { count: 0, results: [] }),
    serve(listUnreadBanks, [{ id: 2, name: 'Т-Банк' }]),
    serve(getInbox, { items: [], changes_at: null }),
  );
  openApp('/notifications');
  await isSeen('Сообщения банка «Т-Банк» сейчас читаются не все.');
});
