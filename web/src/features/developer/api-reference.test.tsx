import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { openApp } from '@/test/render-app';
import { asMerchant, serve, server } from '@/test/server';

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'API', version: '1', description: 'Как начать' },
  tags: [{ name: 'Заказы' }],
  paths: {
    '/orders': {
      post: {
        operationId: 'createOrder',
        tags: ['Заказы'],
        summary: 'Создать заказ',
        responses: { 201: { description: 'Успех' } },
      },
    },
  },
};

const reference = () => screen.findByRole('region', { name: 'Описание API' });

test('shows the document that the server serves, asks again when it did not come, and keeps it for the visit', async () => {
  let asked = 0;
  server.use(
    asMerchant(),
    http.get(`http://kantor.test${MERCHANT_API_BASE}/openapi.json`, () => {
      asked += 1;
      return asked === 1 ? new HttpResponse(null, { status: 503 }) : HttpResponse.json(DOCUMENT);
    }),
    serve(routes.listApiKeys, { count: 0, results: [] }),
  );
  const { user } = openApp('/developer/reference');
  const alert = await screen.findByRole('alert', undefined, { timeout: 10_000 });
  expect(alert).toHaveTextContent('Описание API не загрузилось');
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await within(await reference()).findByText('Создать заказ')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(within(await reference()).getByText('Как начать')).toBeInTheDocument();
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(within(await reference()).queryByRole('button', { name: /Try it out|Authorize/ })).toBeNull();

  await user.click(screen.getByRole('link', { name: 'Ключи' }));
  await waitFor(() => expect(screen.queryByText('Создать заказ')).toBeNull());
  await user.click(screen.getByRole('link', { name: 'API' }));
  expect(await within(await reference()).findByText('Создать заказ')).toBeInTheDocument();
  expect(asked).toBe(2);
});
