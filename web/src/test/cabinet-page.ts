import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { Cabinet } from '@/api/cabinets';
import { cabinet, cabinetId, choice } from './fixtures-trader';
import { openApp } from './render-app';
import { get, server, url } from './server';

interface ServedCabinet {
  /** The cabinet as the server has it. */
  stated: Cabinet;
  /** What was sent: the path after `cabinets/`, and the body. */
  calls: [path: string, body: unknown][];
}

/** A cabinet with one of two requisites. */
export function serveCabinet(): ServedCabinet {
  const served: ServedCabinet = { stated: cabinet(1, { bank_detail: [choice(1)] }), calls: [] };
  server.use(
    http.get(url('cabinets/:id/'), () => HttpResponse.json(served.stated)),
    get('cabinets/', { count: 1, results: [cabinet(1)] }),
    get('cabinets/:id/get_bank_details/', [choice(1), choice(2)]),
  );
  return served;
}

/** Answers a call, and notes it. */
export const answerNoting = ({ calls }: ServedCabinet, path: string, respond: () => Response | Promise<Response>) =>
  http.post(url(`cabinets/${path}`), async ({ request }) => {
    const text = await request.text();
    calls.push([new URL(request.url).pathname.split('/cabinets/')[1] ?? '', text === '' ? null : JSON.parse(text)]);
    return respond();
  });

export const openCabinet = () => openApp(`/cabinets/${cabinetId(1)}`);
export const field = (name: string) => screen.findByLabelText(name);
export const button = (name: string) => screen.findByRole('button', { name });
export const inDialog = async () => within(await screen.findByRole('dialog'));
