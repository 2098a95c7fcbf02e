import * as routes from '@kantor/contract/plain/reconciliation-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { reconciliationListed } from '@/test/fixtures-exchange';
import { openApp } from '@/test/render-app';
import { merchant } from '@/test/fixtures';
import { asUser, serve, server } from '@/test/server';

const LOOK = {
  rows: 2,
  heads: ['Заказ', 'Сумма', 'Что с ним'],
  samples: [['A-1', '1500', 'оплачен']],
  columns: { key: 0, amount: 1, fee: null, state: 2, date: null, tail: null },
  words: [null, null, ['оплачен', 'чудо']],
  meanings: { оплачен: 'CLOSED' },
};

/** A field of a form that was sent. */
const fieldOf = (form: string | undefined, name: string): string =>
  new RegExp(`name="${name}"\\r\\n\\r\\n(.*)\\r\\n`).exec(form ?? '')?.[1] ?? '';

test('a file is compared once each of its words has a meaning; rows that cannot be read are named, and left out when asked', async () => {
  const sent: string[] = [];
  server.use(
    asUser({ ...merchant, rights: ['reconciliations.read', 'reconciliations.make'] }),
    serve(routes.listReconciliations, { count: 0, results: [] }),
    serve(routes.lookAtReconciliation, () => HttpResponse.json(LOOK)),
    serve(routes.makeReconciliation, async ({ request }) => {
      const text = await request.text();
      sent.push(text);
      const isWithout = fieldOf(text, 'skip_unread') === 'true';
      if (isWithout) return HttpResponse.json({ ...reconciliationListed }, { status: 201 });
      const errors = { rows: ['Строка 3, «Сумма»: укажите сумму'] };
      return HttpResponse.json({ status: 409, code: 'unread_rows', detail: 'Нет', errors }, { status: 409 });
    }),
  );
  const user = userEvent.setup();
  openApp('/reconciliations');
  await user.upload(await screen.findByLabelText('Файл'), new File(['x'], 'заказы.csv'));
  const compare = await screen.findByRole('button', { name: 'Сверить' });
  expect(compare).toBeDisabled();
  const words = screen.getByRole('group', { name: 'Что значат статусы файла' });
  await user.selectOptions(within(words).getByLabelText('«чудо»'), 'Не сверять');
  await user.click(compare);
  expect(await screen.findByText('Строка 3, «Сумма»: укажите сумму')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Сверить без этих строк' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(JSON.parse(fieldOf(sent[1], 'words'))).toEqual({ оплачен: 'CLOSED', чудо: 'IGNORE' });
  expect(JSON.parse(fieldOf(sent[1], 'columns'))).toMatchObject({ key: 0, amount: 1, state: 2 });
});
