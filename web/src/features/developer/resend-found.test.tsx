import * as endpointRoutes from '@kantor/contract/plain/webhook-routes.ts';
import { type MemberRole, rightsOf } from '@kantor/contract/plain/rights.ts';

import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { merchant } from '@/test/fixtures';
import { webhookId, webhookRow } from '@/test/fixtures-webhooks';
import { openApp } from '@/test/render-app';
import { loadedTable } from '@/test/screen-reading';
import { asUser, problem, serve, server } from '@/test/server';

let asked: string[] = [];
let sent: unknown[] = [];
let found = { ids: [webhookId(1), webhookId(2)], outdated: 0, off: 0, has_more: false };

const as = (memberRole: MemberRole) => asUser({ ...merchant, rights: rightsOf({ role: 'merchant', memberRole }) });

beforeEach(() => {
  asked = [];
  sent = [];
  found = { ids: [webhookId(1), webhookId(2)], outdated: 0, off: 0, has_more: false };
  server.use(
    as('developer'),
    serve(endpointRoutes.listWebhooks, ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ count: 1, results: [webhookRow(1)], rest: null });
    }),
    serve(endpointRoutes.findWebhooksToResend, ({ request }) => {
      asked.push(`found${new URL(request.url).search}`);
      return HttpResponse.json(found);
    }),
    serve(endpointRoutes.resendWebhooks, async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ resent: 2 });
    }),
  );
});

test('the journal is narrowed by state, type and own number, in the address, and just that is sent again', async () => {
  const { user, address } = openApp('/developer/journal');
  await loadedTable('Журнал');
  await user.click(screen.getByRole('button', { name: 'Не доставлен' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Событие' }), 'Заказ закрыт');
  await user.type(screen.getByRole('searchbox', { name: 'Ваш номер или ID целиком' }), 'Ш-17');
  const narrowed = 'search=%D0%A8-17&status=DEAD&type=order.closed';
  await waitFor(() => expect(address()).toBe(`/developer/journal?${narrowed}`));
  await waitFor(() => expect(asked.at(-1)).toBe(`?page=1&page_size=10&${narrowed}`));
  await user.click(screen.getByRole('button', { name: 'Отправить ещё раз…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Отправить вебхуки ещё раз' }));
  expect(await dialog.findByText('Будет отправлено вебхуков: 2.')).toBeVisible();
  expect(asked.at(-1)).toBe(`found?${narrowed}`);
  expect(dialog.queryByText(/состоянии, которое/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Отправить 2' }));
  expect(await screen.findByText('Отправляем ещё раз: 2')).toBeVisible();
  expect(sent).toEqual([{ ids: found.ids }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('what would tell an older state last, what cannot go and what stays behind is said before', async () => {
  found = { ...found, outdated: 1, off: 3, has_more: true };
  const { user } = openApp('/developer/journal');
  await user.click(await screen.findByRole('button', { name: 'Отправить ещё раз…' }));
  expect(await screen.findByText(/^О состоянии, которое с тех пор изменилось, из них: 1\./)).toBeVisible();
  expect(screen.getByText('Не будут отправлены, так как адрес выключен или удалён: 3.')).toBeVisible();
  expect(screen.getByText('За один раз уходит не больше 2, самые новые; более старые останутся.')).toBeVisible();
});

test('nothing to send has no button; a count that fails is asked for again', async () => {
  server.use(serve(endpointRoutes.findWebhooksToResend, () => problem(500, 'internal')));
  const { user } = openApp('/developer/journal');
  await user.click(await screen.findByRole('button', { name: 'Отправить ещё раз…' }));
  expect(await screen.findByText('Не удалось посчитать вебхуки')).toBeVisible();
  server.use(serve(endpointRoutes.findWebhooksToResend, { ...found, ids: [] }));
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText('Отправлять нечего: под отбор ничего не подходит.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Отправить \d/ })).toBeNull();
});

test('whoever only reads the journal is offered nothing', async () => {
  server.use(as('support'));
  openApp('/developer/journal');
  await loadedTable('Журнал');
  expect(screen.queryByRole('button', { name: 'Отправить ещё раз…' })).toBeNull();
});
