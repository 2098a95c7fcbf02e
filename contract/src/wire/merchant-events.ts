import { z } from 'zod';
import * as routes from '../plain/merchant-routes.ts';
import { MAX_PAGE_SIZE } from '../plain/pages.ts';
import { call, id, timestamp } from './call.ts';
import { setOf } from './merchant-lists.ts';
import { WEBHOOK_TYPES } from './webhook-messages.ts';

// What a merchant's server was told, or would have been: the log behind its webhooks.

const merchantEvent = z
  .strictObject({
    id: z.string().describe('Номер события'),
    type: z.string().describe('Как в вебхуке: `order.closed`, `payout.done`, …'),
    object: z.enum(['order', 'appeal', 'payout', 'withdrawal', 'report']),
    object_id: id,
    created_at: timestamp.describe('Когда случилось'),
    delivered_at: timestamp.nullable().describe('Когда дошёл вебхук о нём; null — не дошёл или не отправлялся'),
  })
  .meta({ id: 'Event' });

export const listMerchantEvents = call({
  ...routes.listMerchantEvents,
  summary: 'События ваших объектов, старые сверху',
  description:
    'Всё, о чём говорят вебхуки, и без адреса для них. Первый запрос — с `since`, дальше — `cursor`: новые события приходят после последнего.',
  query: z.strictObject({
    since: timestamp.optional().describe('С этого времени; без него — с начала'),
    cursor: z.string().min(1).max(200).optional().describe('`next_cursor` прежнего ответа'),
    page_size: z.coerce.number<number>().int().min(1).max(MAX_PAGE_SIZE).default(30),
    type: setOf(WEBHOOK_TYPES).optional().describe('Один тип или несколько через запятую'),
    object_id: id.optional().describe('События одного объекта'),
  }),
  ok: 200,
  response: z
    .strictObject({
      results: z.array(merchantEvent),
      next_cursor: z.string().describe('Для следующего запроса; есть всегда: события продолжаются'),
    })
    .meta({ id: 'EventList' }),
  // Of test keys: their world keeps no log.
  refusals: { not_found: 404 },
});
