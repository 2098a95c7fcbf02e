import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import * as routes from '@kantor/contract/plain/merchant-routes.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { WEBHOOK_MESSAGES } from '@kantor/contract/wire/webhook-messages.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { openApi } from '../../http/openapi.ts';

/** The merchant's programmer reads it first; the page begins with it too. */
const GUIDE = new URL('../../../../docs/merchant-api.md', import.meta.url);

const OBJECTS = {
  order: ['Заказ', 'Новый статус заказа или возврат по закрытому.'],
  appeal: ['Апелляция', 'Новый статус апелляции, ответ одной из сторон, новый файл.'],
  payout: ['Выплата', 'Новый статус выплаты, ваш ответ «не пришло», завершение.'],
  withdrawal: ['Вывод', 'Вывод создан, отправлен, отклонён или отменён.'],
  report: ['Отчёт', 'Показатели прошедшего дня, в 03:00 по Москве; те же, что в `GET /reports`.'],
} as const;

const webhooks = Object.entries(OBJECTS).map(([name, [title, description]]) => ({
  name,
  summary: name === 'report' ? `${title}: день закончился` : `${title}: новый статус`,
  description: `${description} Незнакомый \`type\` пропускайте, отвечая 2xx.`,
  body: WEBHOOK_MESSAGES[name as keyof typeof OBJECTS],
}));

const TAGS = {
  orders: ['Заказы', 'Создать заказ, показать плательщику реквизит, узнать об оплате'],
  appeals: ['Апелляции', 'Плательщик говорит, что заплатил, а заказ не закрыт'],
  payouts: ['Выплаты', 'Рубли вашим получателям'],
  events: ['События', 'Что случилось с вашими объектами'],
  money: ['Деньги', 'Баланс, движения, выводы'],
  exports: ['Файлы', 'Списки целиком: файл CSV или XLSX'],
  reference: ['Справочники', 'Курс, банки, ограничения'],
} as const;
type Tag = keyof typeof TAGS;
const TAG_OF: Record<string, Tag> = {
  orders: 'orders',
  reports: 'orders',
  appeals: 'appeals',
  payouts: 'payouts',
  events: 'events',
  balance: 'money',
  operations: 'money',
  withdrawals: 'money',
  wallets: 'money',
  exports: 'exports',
};

/** By what the path is about: the appeals of an order are appeals. */
function tagOf(path: string): string {
  const [first = '', , last = ''] = path.slice(1).split('/');
  return TAGS[TAG_OF[last] ?? TAG_OF[first] ?? 'reference'][0];
}

/** The name of a call in the contract, without whose API it is: `createMerchantOrder` is `createOrder`. */
function nameOf({ method, path }: Call): string {
  const [name] = Object.entries(routes).find(
    ([, route]) => typeof route === 'object' && route.method === method && route.path === path,
  ) ?? [''];
  return name.replace('Merchant', '');
}

/** What all answers promise, before the guide says the rest. */
const PROMISE = `Ответы и вебхуки открыты: в них могут появляться новые поля, а у перечислений — новые значения. Незнакомое пропускайте. Тела запросов закрыты: незнакомое поле — отказ 400. Прежнее не меняет смысла и не исчезает, пока жив \`/v1\`.`;

const namedCalls = MERCHANT_CALLS.map((call) => ({ call, name: nameOf(call), tag: tagOf(call.path) }));

function describeMerchantApi() {
  const document = openApi({
    info: {
      title: 'Kantor: API мерчанта',
      version: '1',
      summary: 'Заказы, выплаты и апелляции магазина',
      // The page has a title of its own.
      description: `${PROMISE}\n\n${readFileSync(GUIDE, 'utf8').replace(/^# .*\n+/, '')}`,
      license: { name: 'MIT', identifier: 'MIT' },
      contact: { name: 'Оператор вашей площадки' },
    },
    base: MERCHANT_API_BASE,
    tags: Object.values(TAGS).map(([name, description]) => ({ name, description })),
    calls: namedCalls,
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
