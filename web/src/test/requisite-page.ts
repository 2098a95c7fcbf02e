import * as routes from '@kantor/contract/plain/routes.ts';
import * as requisiteRoutes from '@kantor/contract/plain/requisite-routes.ts';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import type { Requisite } from '@/api/requisites';
import { requisite, requisiteId } from './fixtures-trader';
import { openApp } from './render-app';
import { type Call, serve, server, serveNoting } from './server';

interface ServedRequisite {
  /** The requisite as the server has it. */
  stated: Requisite;
  calls: Call[];
  /** Answers a call, and notes it. */
  answer: (route: routes.Route, respond: () => Response | Promise<Response>) => ReturnType<typeof serveNoting>;
}

/** A requisite of one of two banks. */
export function serveRequisite(): ServedRequisite {
  const calls: Call[] = [];
  const served: ServedRequisite = {
    stated: requisite(1),
    calls,
    answer: (route, respond) => serveNoting(calls, route, respond),
  };
  server.use(
    serve(routes.listBanks, [
      { id: 1, name: 'Т-Банк' },
      { id: 2, name: 'Сбербанк' },
    ]),
    serve(requisiteRoutes.getRequisite, () => HttpResponse.json(served.stated)),
    serve(requisiteRoutes.listRequisites, { count: 1, results: [requisite(1)] }),
  );
  return served;
}

export const openRequisite = () => openApp(`/requisites/${requisiteId(1)}`);
export const field = (name: string | RegExp) => screen.findByLabelText(name);
export const save = () => screen.findByRole('button', { name: 'Сохранить' });

export const requisiteMenu = () => screen.findByRole('button', { name: 'Ещё действия с реквизитом' });

/** Opens the menu of the page and takes what stands in it. */
export async function pickInMenu(user: UserEvent, item: string): Promise<void> {
  await user.click(await requisiteMenu());
  await user.click(screen.getByRole('button', { name: item, hidden: true }));
}
