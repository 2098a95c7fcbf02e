import * as payoutRoutes from '@kantor/contract/plain/payout-routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { PayoutDetail } from '@/api/payouts';
import { PHOTO, payoutId, payoutInWork } from '@/test/fixtures-exchange';
import { lendRealForms, realFile } from '@/test/real-files';
import { openApp } from '@/test/render-app';
import { problem, serve, server } from '@/test/server';
import { isSeen } from '@/test/screen-reading';

let shown: PayoutDetail;
let sent: { type: string | null; parts: string[][] }[] = [];

const upload = (respond: () => Response) =>
  serve(payoutRoutes.uploadPayoutPhoto, async ({ request }) => {
    const type = request.headers.get('content-type');
    const parts = [...(await request.text()).matchAll(/form-data; name="(\w+)"; filename="([^"]*)"/g)];
    sent.push({ type, parts: parts.map(([, name = '', file = '']) => [name, file]) });
    return respond();
  });

const save = () => screen.findByRole('button', { name: 'Сохранить' });
const field = () => screen.getByLabelText(/^Файл: png, jpeg, jpg или pdf/);
const open = () => openApp(`/payments/${payoutId(1)}`);

beforeEach(async () => {
  await lendRealForms();
  sent = [];
  shown = payoutInWork();
  server.use(
    serve(payoutRoutes.getPayout, () => HttpResponse.json(shown)),
    upload(() => {
      shown = payoutInWork({ can_be_done: true, photo: PHOTO });
      return HttpResponse.json(shown);
    }),
  );
});

test('a proof is saved once chosen, as a form of its own kind, and makes the confirmation possible', async () => {
  const { user } = open();
  expect(await save()).toBeDisabled();
  expect(screen.getByText('Выберите файл, чтобы сохранить')).toBeVisible();
  expect(field()).toHaveAttribute('accept', '.png,.jpeg,.jpg,.pdf');
  await user.upload(field(), realFile('чек.png'));
  expect(screen.getByText('чек.png')).toBeVisible();
  await user.dblClick(await save());
  await isSeen('Фото успешно загружено!');
  expect(sent).toEqual([
    { type: expect.stringMatching(/^multipart\/form-data; boundary=/), parts: [['photo', 'чек.png']] },
  ]);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Подтвердить' })).toBeEnabled());
  await waitFor(() => expect(screen.getByRole('link', { name: 'чек.png' })).toBeVisible());
  expect(await save()).toBeDisabled();
});

test('a file of another kind is refused before it is sent', async () => {
  const user = userEvent.setup({ applyAccept: false });
  openApp(`/payments/${payoutId(1)}`, { user });
  await save();
  await user.upload(field(), realFile('чек.docx', 'application/msword'));
  expect(screen.getByText('Подойдёт файл png, jpeg, jpg или pdf')).toBeVisible();
  expect(field()).toBeInvalid();
  expect(await save()).toBeDisabled();
  await user.upload(field(), realFile('scan.PDF'));
  expect(screen.queryByText('Подойдёт файл png, jpeg, jpg или pdf')).toBeNull();
  expect(await save()).toBeEnabled();
});

test('a file that the server refuses gets its sentence beside its field', async () => {
  server.use(
    upload(() =>
      HttpResponse.json(
        {
          type: 'about:blank',
          title: 'x',
          status: 400,
          detail: 'Проверьте поля',
          code: 'invalid',
          errors: { photo: ['Файл повреждён'] },
        },
        { status: 400 },
      ),
    ),
  );
  const { user } = open();
  await save();
  await user.upload(field(), realFile('чек.png'));
  await user.click(await save());
  await isSeen('Ошибка загрузки фото');
  expect(within(screen.getByRole('main')).getByText('Файл повреждён')).toBeVisible();
  expect(field()).toBeInvalid();
  expect(await save()).toBeEnabled();
});

test('nothing can be uploaded once the payout is given up', async () => {
  shown = payoutInWork({ can_free: false, can_interact: false });
  server.use(upload(() => problem(409, 'x')));
  open();
  await screen.findByText('Информация');
  await screen.findByRole('link', { name: 'Кабинеты' });
  expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull();
  expect(screen.queryByText('Получатель')).toBeNull();
});
