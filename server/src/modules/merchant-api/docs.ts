import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApi } from '../../http/openapi.ts';

/** The merchant's programmer reads it first; the page begins with it too. */
const GUIDE = new URL('../../../../docs/merchant-api.md', import.meta.url);

const OBJECTS = { order: 'Заказ', appeal: 'Апелляция', payout: 'Выплата', withdrawal: 'Вывод' } as const;

const webhooks = Object.entries(OBJECTS).map(([name, title]) => ({
  name,
  summary: `${title}: новый статус`,
  body: WEBHOOK_MESSAGES[name as keyof typeof OBJECTS],
}));

function describeMerchantApi() {
  const document = openApi({
    title: 'Kantor: API мерчанта',
    // The page has a title of its own.
    description: readFileSync(GUIDE, 'utf8').replace(/^# .*\n+/, ''),
    base: MERCHANT_API_BASE,
    calls: MERCHANT_CALLS,
    webhooks,
  });
  // One text for all: it is large, and anyone may ask for it.
  const text = Buffer.from(JSON.stringify(document));
  return { document, text, etag: `"${createHash('sha256').update(text).digest('base64url')}"` };
}

/** Made once a process: a third of the time that an api takes to build, and the same for each. */
let described: ReturnType<typeof describeMerchantApi> | undefined;

/** The description of the merchant API at `openapi.json`, and a page to read it at `docs`. */
export async function serveMerchantDocs(api: FastifyInstance): Promise<void> {
  const { document, text, etag } = (described ??= describeMerchantApi());
  const sendDocument = (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers({ etag, 'cache-control': 'no-cache' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('application/json').send(text);
  };
  api.get('/openapi.json', async (request, reply) => sendDocument(request, reply));
  await api.register(swagger, { mode: 'static', specification: { document: document as never } });
  await api.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Kantor: API мерчанта' },
    uiConfig: { layout: 'BaseLayout' },
    uiHooks: {
      // The page's own copies would be written anew for each who asks.
      onRequest: (request, reply, next) => {
        if (/\/(json|yaml)$/.test(request.routeOptions.url ?? '')) void sendDocument(request, reply);
        else next();
      },
    },
  });
}
