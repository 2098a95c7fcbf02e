import * as cabinetRoutes from '@kantor/contract/plain/cabinet-routes.ts';
import { screen, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import type { Cabinet } from '@/api/cabinets';
import { cabinet, cabinetId, choice } from './fixtures-trader';
import { openApp } from './render-app';
import { type Call, serve, server } from './server';

interface ServedCabinet {
  /** The cabinet as the server has it. */
  stated: Cabinet;
  calls: Call[];
}

/** A cabinet with one of two requisites. */
export function serveCabinet(): ServedCabinet {
  const served: ServedCabinet = { stated: cabinet(1, { bank_detail: [choice(1)] }), calls: [] };
  server.use(
    serve(cabinetRoutes.getCabinet, () => HttpResponse.json(served.stated)),
    serve(cabinetRoutes.listCabinets, { count: 1, results: [cabinet(1)] }),
    serve(cabinetRoutes.listUnreadBanks, []),
    serve(cabinetRoutes.getLastHeard, { connected_at: null, heard_at: null, refused_at: null, message: null }),
    serve(cabinetRoutes.listCabinetChoices, [choice(1), choice(2)]),
  );
  return served;
}

export const openCabinet = () => openApp(`/cabinets/${cabinetId(1)}`);
export const field = (name: string) => screen.findByLabelText(name);
export const button = (name: string) => screen.findByRole('button', { name });
export const inDialog = async () => within(await screen.findByRole('dialog'));
