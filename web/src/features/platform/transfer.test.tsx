import * as platform from '@kantor/contract/plain/platform-routes.ts';
import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { operator } from '@/test/fixtures';
import { withdrawal } from '@/test/fixtures-exchange';
import { owned } from '@/test/fixtures-platform';
import { openApp } from '@/test/render-app';
import { factsShown, isSeen } from '@/test/screen-reading';
import { asUser, problem, serve, server } from '@/test/server';

const sent = {
  ...owned(withdrawal(7, { status: 'CLOSED', transaction_hash_proof: 'ab'.repeat(32) })),
  outcome: 'SENT',
  rejected_reason: null,
  sending_by: 'anna',
  sending_at: '2026-01-02T09:00:00Z',
};

let states: string[];
beforeEach(() => {
  states = [];
  server.use(
    asUser(operator),
    serve(platform.getPlatformWithdrawal, () => HttpResponse.json(sent)),
    serve(platform.getTransfer, () => {
      const state = states.shift();
      return state === undefined ? problem(500, 'Ошибка') : HttpResponse.json({ state });
    }),
  );
});
const open = () => openApp(`/platform/withdrawals/${sent.id}`);

describe('the transfer of a withdrawal', () => {
  test('says what the chain says, and who sent it', async () => {
    states = ['proven'];
    open();
    await isSeen('Перевод подтверждён');
    expect(factsShown()).toMatchObject({ Сеть: 'Перевод подтверждён', Отправляет: 'anna, 02.01.2026, 12:00' });
    expect(screen.queryByRole('button', { name: 'Спросить ещё раз' })).toBeNull();
  });

  test('is asked for again while the chain is not done with it', async () => {
    states = ['unconfirmed', 'proven'];
    const { user } = open();
    await isSeen('Ещё не окончательно');
    await user.click(await screen.findByRole('button', { name: 'Спросить ещё раз' }));
    await isSeen('Перевод подтверждён');
  });

  test('of which nobody can be asked says so', async () => {
    open();
    await isSeen('Узел сети не отвечает');
    expect(await screen.findByRole('button', { name: 'Спросить ещё раз' })).toBeVisible();
  });
});
