import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { MERCHANT_CALLS } from '@kantor/contract/calls.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/merchant-api.ts';
import type { FastifyInstance } from 'fastify';
import { openApi } from './openapi.ts';

/** The description of the merchant API at `openapi.json`, and a page to read it at `docs`. */
export async function serveMerchantDocs(api: FastifyInstance): Promise<void> {
  const document = openApi('Kantor: API мерчанта', MERCHANT_API_BASE, MERCHANT_CALLS);
  api.get('/openapi.json', async () => document);
  await api.register(swagger, { mode: 'static', specification: { document: document as never } });
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Kantor: API мерчанта' },
    uiConfig: { layout: 'BaseLayout' },
  });
}
