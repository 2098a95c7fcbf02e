import * as actions from '@kantor/contract/plain/platform-actions.ts';
import * as platform from '@kantor/contract/plain/platform-routes.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import { rightsOf } from '@kantor/contract/plain/rights.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { operator } from '@/test/fixtures';
import { withdrawal } from '@/test/fixtures-exchange';
import { owned, platformAppeal, platformOrder, platformPayout } from '@/test/fixtures-platform';
import { webhookDetail } from '@/test/fixtures-webhooks';
import { openApp } from '@/test/render-app';
import { asUser, type Call, pathOf, serve, server, serveNoting } from '@/test/server';

interface Offered {
  button: string;
  action: actions.ActionRoutes;
  page: Route & { path: string };
  item: { id: string };
  /** What is typed and chosen, by label. */
  typed?: Record<string, string>;
  chosen?: Record<string, string>;
  /** What is sent besides the version. */
  body?: object;
  confirm?: string;
}

const closed = platformOrder(7, { status: 'CLOSED', reversed_amount: null });
const inWork = platformPayout(7, { status: 'IN_WORK' });
const open = { ...owned(withdrawal(7)), sending_by: null };
const appeal = platformAppeal(7, { status: 'OPEN' });

const OFFERED: Offered[] = [
  {
    button: 'Возврат',
    action: actions.reverseOrder,
    page: platform.getPlatformOrder,
    item: closed,
    typed: { 'Вернуть, ₽': '1 000,50', Причина: 'Ошибка' },
    body: { amount: '1000.50', reason: 'Ошибка' },
    confirm: 'Предложить',
  },
  { button: 'Вернуть в очередь', action: actions.freePayout, page: platform.getPlatformPayout, item: inWork },
  {
    button: 'Решить',
    action: actions.decidePayout,
    page: platform.getPlatformPayout,
    item: inWork,
    typed: { Причина: 'Чек подлинный' },
    chosen: { 'В чью пользу': 'трейдера' },
    body: { for: 'trader', reason: 'Чек подлинный' },
  },
  {
    button: 'Подтвердить',
    action: actions.confirmAppeal,
    page: platform.getPlatformAppeal,
    item: appeal,
    typed: { 'Оплачено, ₽': '900' },
    body: { amount: '900' },
  },
  {
    button: 'Отклонить',
    action: actions.declineAppeal,
    page: platform.getPlatformAppeal,
    item: appeal,
    chosen: { Причина: 'fake_receipt' },
    body: { reason: 'fake_receipt' },
  },
  {
    button: 'Отправить ещё раз',
    action: actions.resendWebhook,
    page: platform.getPlatformWebhook,
    item: owned(webhookDetail(7)),
  },
  { button: 'Отправляю', action: actions.sendWithdrawal, page: platform.getPlatformWithdrawal, item: open },
  {
    button: 'Закрыть',
    action: actions.closeWithdrawal,
    page: platform.getPlatformWithdrawal,
    item: open,
    typed: { 'Хеш транзакции': 'ab12' },
    body: { transaction_hash: 'ab12', is_unseen: false },
  },
  {
    button: 'Отклонить',
    action: actions.rejectWithdrawal,
    page: platform.getPlatformWithdrawal,
    item: open,
    typed: { Причина: 'Биржа' },
    body: { reason: 'Биржа', is_not_sent: false },
  },
];

const outcome = {
  changes: [
    {
      object: { kind: 'thing', id: '7', name: '7' },
      is_new: false,
      facts: [{ name: 'status', of: null, before: 'OPEN', after: 'CLOSED', on_acceptance: false }],
    },
  ],
  notes: [],
  is_proposal: false,
};

let calls: Call[];
beforeEach(() => {
  calls = [];
});

const addressOf = ({ page, item }: Offered) => page.path.replace(':id/', item.id);

/** A button whose name begins so: some say of which object too. */
const named = (name: string) => ({ name: new RegExp(`^${name}(:|$)`) });

test.for(OFFERED.map((offered) => [offered.action.carryOut.path, offered] as const))(
  '%s: the page of the object says what becomes of it, and sends that version',
  async ([, offered]) => {
    const { button, action, page, item, typed = {}, chosen = {}, body = {}, confirm = button } = offered;
    server.use(
      asUser(operator),
      serve(page, item),
      serveNoting(calls, action.preview, () => HttpResponse.json({ ...outcome, version: 'v1' })),
      serveNoting(calls, action.carryOut, () => HttpResponse.json({ ...outcome, secrets: {} })),
    );
    const { user } = openApp(addressOf(offered));
    await user.click(await screen.findByRole('button', named(button)));
    const dialog = await screen.findByRole('dialog');
    for (const [label, value] of Object.entries(chosen))
      await user.selectOptions(await within(dialog).findByLabelText(label), value);
    for (const [label, value] of Object.entries(typed)) {
      const field = await within(dialog).findByLabelText(label);
      await user.clear(field);
      await user.type(field, value);
    }
    if (Object.keys({ ...chosen, ...typed }).length > 0)
      await user.click(within(dialog).getByRole('button', { name: 'Что изменится' }));
    await waitFor(() => expect(screen.getByRole('row', { name: 'Статус открыт завершён' })).toBeVisible());
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: confirm }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toEqual([
      [pathOf(action.preview, item.id), body],
      [pathOf(action.carryOut, item.id), { ...body, version: 'v1' }],
    ]);
  },
);

test.for(OFFERED.map((offered) => [offered.action.carryOut.path, offered] as const))(
  '%s: is not offered to a support person',
  async ([, offered]) => {
    server.use(
      asUser({ ...operator, rights: rightsOf({ role: 'operator', memberRole: 'support' }) }),
      serve(offered.page, offered.item),
    );
    openApp(addressOf(offered));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Журнал' })).toBeVisible());
    expect(screen.queryByRole('button', named(offered.button))).toBeNull();
  },
);

const ENDED = [
  { page: platform.getPlatformOrder, item: platformOrder(7, { status: 'CLOSED', reversed_amount: '10.00' }) },
  { page: platform.getPlatformPayout, item: platformPayout(7, { status: 'DONE', settlement: 'settled' }) },
  { page: platform.getPlatformAppeal, item: platformAppeal(7, { status: 'CLOSED' }) },
  { page: platform.getPlatformWithdrawal, item: owned(withdrawal(7, { status: 'CLOSED' })) },
];

test.for(ENDED.map((ended) => [ended.page.path, ended] as const))(
  '%s: what has ended offers nothing',
  async ([path, { page, item }]) => {
    server.use(asUser(operator), serve(page, item));
    openApp(path.replace(':id/', item.id));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Журнал' })).toBeVisible());
    for (const { button } of OFFERED) expect(screen.queryByRole('button', named(button))).toBeNull();
  },
);
