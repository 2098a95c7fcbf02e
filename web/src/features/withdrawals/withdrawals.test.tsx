import * as fundsRoutes from '@kantor/contract/plain/funds-routes.ts';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { WALLET, withdrawal, withdrawalId } from '@/test/fixtures-exchange';
import { openApp } from '@/test/render-app';
import { factsShown, headsOf, isSeen, loadedTable, rowsOf } from '@/test/screen-reading';
import { asMerchant, serve, server } from '@/test/server';

beforeEach(() =>
  server.use(asMerchant(), serve(fundsRoutes.listWithdrawals, { count: 2, results: [withdrawal(1), withdrawal(2)] })),
);

const table = () => loadedTable('Вывод');

describe('the list of withdrawals', () => {
  test('filled shows its columns', async () => {
    const closed = withdrawal(2, { status: 'CLOSED', done_datetime: '2026-01-01T22:00:00Z' });
    server.use(serve(fundsRoutes.listWithdrawals, { count: 2, results: [withdrawal(1), closed] }));
    openApp('/withdrawals');
    expect(headsOf(await table())).toEqual(['ID', 'Сумма, USDT', 'Время создания', 'Время закрытия', 'Статус']);
    expect(rowsOf(await table())).toEqual([
      ['01939c2f-c…0000001', '1 500,00', '02.01.2026, 00:30', '—', 'Открыт'],
      ['01939c2f-c…0000002', '1 500,00', '02.01.2026, 00:30', '02.01.2026, 01:00', 'Выполнен'],
    ]);
    expect(screen.getByText('Открыт')).toHaveAttribute('data-tone', 'warning');
    expect(screen.getByText('Выполнен')).toHaveAttribute('data-tone', 'success');
    expect(screen.getByText('Выводов: 2')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Создать вывод' })).toHaveAttribute('href', '/withdrawals/new');
  });

  test('shows one that came back as such beside the status, which is not that of a paid one', async () => {
    const results = [
      withdrawal(1, { status: 'CLOSED', outcome: 'REJECTED', rejected_reason: 'Адрес биржи' }),
      withdrawal(2, { status: 'CLOSED', outcome: 'CANCELLED' }),
      withdrawal(3, { sending_at: '2026-01-01T22:00:00Z' }),
      withdrawal(4, { status: 'CLOSED', outcome: 'SENT' }),
    ];
    server.use(serve(fundsRoutes.listWithdrawals, { count: 4, results }));
    openApp('/withdrawals');
    const statuses = rowsOf(await table()).map((cells) => cells[4]);
    expect(statuses).toEqual(['ОтклонёнВыполнен', 'ОтменёнВыполнен', 'ОткрытОтправляется', 'Выполнен']);
    expect(screen.getByText('Отклонён')).toHaveAttribute('data-tone', 'danger');
    const tones = screen.getAllByText('Выполнен').map((badge) => badge.getAttribute('data-tone'));
    expect(tones).toEqual(['neutral', 'neutral', 'success']);
  });

  test('of a status that is new to this build shows it as it came', async () => {
    server.use(
      serve(fundsRoutes.listWithdrawals, {
        count: 1,
        results: [{ ...withdrawal(1), status: 'HELD', human_status: undefined }],
      }),
    );
    openApp('/withdrawals');
    await table();
    expect(screen.getByText('HELD')).toHaveAttribute('data-tone', 'neutral');
  });
});

describe('the page of a withdrawal', () => {
  const open = () => openApp(`/withdrawals/${withdrawalId(1)}`);

  test('shows its facts', async () => {
    const hash = 'a'.repeat(64);
    const item = withdrawal(1, {
      status: 'CLOSED',
      transaction_hash_proof: hash,
      done_datetime: '2026-01-01T22:00:00Z',
    });
    server.use(serve(fundsRoutes.getWithdrawal, item));
    open();
    await screen.findByText('Информация');
    const facts = factsShown();
    expect(facts).toMatchObject({
      Статус: 'Выполнен',
      Сумма: '1 500,00 USDT',
      'Время создания': '02.01.2026, 00:30',
      'Время закрытия': '02.01.2026, 01:00',
    });
    expect(facts['Кошелёк']).toContain(WALLET);
    expect(facts['Хеш транзакции']).toContain('aaaaaaaaaa…aaaaaaa');
    expect(facts['ID']).toContain('01939c2f-c…0000001');
  });

  test('of a rejected one says why, and that the USDT are back', async () => {
    const rejected = withdrawal(1, { status: 'CLOSED', outcome: 'REJECTED', rejected_reason: 'Адрес биржи' });
    server.use(serve(fundsRoutes.getWithdrawal, rejected));
    open();
    await isSeen('Отклонён: Адрес биржи');
    expect(screen.getByText('1 500,00 USDT снова доступны на балансе.')).toBeVisible();
    expect(factsShown()).toMatchObject({ Статус: 'Выполнен', 'Хеш транзакции': '—' });
    for (const badge of screen.getAllByText('Выполнен')) expect(badge).toHaveAttribute('data-tone', 'neutral');
    expect(screen.queryByRole('button', { name: 'Отменить вывод' })).toBeNull();
  });

  test('without a proof shows a dash', async () => {
    server.use(serve(fundsRoutes.getWithdrawal, withdrawal(1)));
    open();
    await screen.findByText('Информация');
    expect(factsShown()).toMatchObject({ Статус: 'Открыт', 'Хеш транзакции': '—', 'Время закрытия': '—' });
  });
});
