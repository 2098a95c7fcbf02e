import * as routes from '@kantor/contract/plain/routes.ts';
import type { Wire } from '@kantor/contract/wire/call.ts';
import type { listOrders } from '@kantor/contract/wire/orders.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect } from 'vitest';
import type { OrderRow } from '@/api/orders';
import { orderRow } from './fixtures';
import { serve, server } from './server';

type Listed = Wire<typeof listOrders>;
export type Answer = (
  respond: (query: URLSearchParams) => { count: number; results: OrderRow[]; rest?: Listed['rest'] } | Response,
) => void;

/** A list of 95 orders, of which two are shown, until the test answers something else. */
export function serveOrders() {
  const asked: string[] = [];
  const answer: Answer = (respond) =>
    server.use(
      serve(routes.listOrders, ({ request }) => {
        const { search, searchParams } = new URL(request.url);
        asked.push(search);
        const result = respond(searchParams);
        return result instanceof Response ? result : HttpResponse.json(result);
      }),
    );
  answer(() => ({ count: 95, results: [orderRow(1), orderRow(2)] }));
  /** Searches of the calls so far, and what is answered from now on. */
  return { asked, answer };
}

export const ordersTable = () => screen.findByRole('table', { name: 'Заказы' });

/** The table, once its rows have come. */
export async function loadedOrders(): Promise<HTMLElement> {
  await waitFor(async () => expect(await ordersTable()).toHaveAttribute('aria-busy', 'false'));
  return ordersTable();
}

export const orderRows = async () =>
  within(await ordersTable())
    .getAllByRole('row')
    .slice(1);

/** The requisites of the rows, from top to bottom. */
export const requisitesShown = async () =>
  (await orderRows()).map((row) => within(row).getAllByRole('cell')[0]?.textContent);
