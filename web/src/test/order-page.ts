import * as routes from '@kantor/contract/plain/routes.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import type { OrderDetail } from '@/api/orders';
import { orderDetail, orderId } from './fixtures';
import { openApp } from './render-app';
import { type Call, serve, server, serveNoting } from './server';

interface ServedOrder {
  /** The order as the server has it. */
  stated: OrderDetail;
  calls: Call[];
  /** Answers a confirmation, and notes it. */
  answer: (route: routes.Route, respond: () => Response | Promise<Response>) => ReturnType<typeof serveNoting>;
  /** Closes the order. */
  close: () => Response;
}

/** An active order, which either confirmation closes. */
export function serveOrder(): ServedOrder {
  const calls: Call[] = [];
  const served: ServedOrder = {
    stated: orderDetail(1),
    calls,
    answer: (route, respond) => serveNoting(calls, route, respond),
    close: () => {
      served.stated = { ...served.stated, status: 'CLOSED', human_status: 'Закрыт' };
      return HttpResponse.json(served.stated);
    },
  };
  server.use(
    serve(routes.getOrder, () => HttpResponse.json(served.stated)),
    served.answer(routes.confirmOrder, served.close),
    served.answer(routes.confirmExpiredOrder, served.close),
  );
  return served;
}

export const openOrder = () => openApp(`/orders/${orderId(1)}`);
export const confirmButton = () => screen.findByRole('button', { name: 'Подтвердить' });
export const main = () => within(screen.getByRole('main'));
