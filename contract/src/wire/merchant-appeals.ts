import { z } from 'zod';
import * as routes from '../plain/merchant-routes.ts';
import { APPEAL_OUTCOMES } from '../plain/appeals.ts';
import { appealComment, appealStep, appealTurn } from './appeals.ts';
import { call, id, idParams, timestamp } from './call.ts';
import { listed, objectsQuery } from './merchant-lists.ts';
import { positiveRub, rub } from './money.ts';
import { APPEAL_STATUSES } from '../plain/statuses.ts';

// Calls of the merchant API about appeals.

export const merchantAppeal = z
  .strictObject({
    id,
    order_id: id,
    external_id: z.string().describe('Ваш номер заказа'),
    status: z.enum(APPEAL_STATUSES),
    human_status: z.string().describe('Статус по-русски'),
    amount: rub.describe('Сколько, по словам плательщика, заплачено'),
    paid_amount: rub
      .nullable()
      .describe('На какую сумму закрылся заказ: оператор может найти другую; null, пока не подтверждена'),
    file_name: z.string().nullable().describe('Имя квитанции'),
    created_at: timestamp,
    closed_at: timestamp.nullable().describe('Когда подтверждена или отклонена'),
    ...appealTurn,
    outcome: z
      .enum(APPEAL_OUTCOMES)
      .nullable()
      .describe('confirmed — подтверждена, split — на часть суммы, declined — отклонена; null — ещё открыта'),
    reason: appealStep.reason.describe('Причина последнего отказа'),
    human_reason: appealStep.human_reason,
    steps: z
      .array(
        z
          .strictObject({ ...appealStep, files: z.array(z.string()).describe('Имена файлов вашей стороны') })
          .meta({ id: 'AppealStep' }),
      )
      .describe('Все шаги по порядку'),
  })
  .meta({ id: 'Appeal' });

export const openMerchantAppeal = call({
  ...routes.openMerchantAppeal,
  summary: 'Открыть апелляцию: сумма и квитанция в file — png, jpeg или pdf до 10 МБ',
  description: 'Квитанция рисуется заново, и трейдер видит рисунок. По заказу открыта не больше чем одна апелляция.',
  params: idParams,
  upload: 'file',
  body: z.strictObject({
    amount: positiveRub.describe(
      'Сколько заплачено: не больше суммы заказа, умноженной на `appeal_multiple` из /limits',
    ),
    comment: appealComment.describe('Что говорит плательщик'),
  }),
  ok: 201,
  response: merchantAppeal,
  refusals: { order_status: 409, appeal_late: 409 },
});

export const openMerchantAppealByClaim = call({
  ...routes.openMerchantAppealByClaim,
  summary: 'Открыть апелляцию по словам плательщика: его чеки приложатся сами',
  params: idParams,
  body: z.strictObject({
    amount: positiveRub.optional().describe('Сколько заплачено; без неё — сумма заказа'),
    comment: appealComment.describe('Без него — комментарий плательщика'),
  }),
  ok: 201,
  response: merchantAppeal,
  refusals: { order_status: 409, appeal_late: 409, no_claim: 409 },
});

export const listMerchantAppeals = call({
  ...routes.listMerchantAppeals,
  summary: 'Апелляции, новые сверху; с order_id — по этому заказу',
  description: 'Как список заказов; `order_id` — апелляции одного заказа.',
  query: objectsQuery(APPEAL_STATUSES, { order_id: id.optional() }),
  ok: 200,
  response: listed(merchantAppeal, 'AppealList'),
});

export const getMerchantAppeal = call({
  ...routes.getMerchantAppeal,
  summary: 'Прочитать апелляцию',
  description: 'Со всеми шагами, их причинами и словами; чья очередь — в `stage`.',
  params: idParams,
  ok: 200,
  response: merchantAppeal,
});

const step = { params: idParams, ok: 200, response: merchantAppeal } as const;
const said = z
  .strictObject({ comment: appealComment.describe('Это прочтут трейдер и оператор') })
  .meta({ id: 'AppealComment' })
  .nullish();

export const addMerchantEvidence = call({
  ...routes.addMerchantEvidence,
  ...step,
  summary: 'Приложить файл к открытой апелляции: до пяти, каждый до 10 МБ',
  description: 'Картинка или pdf в поле `file`; очередь ответа от этого не меняется.',
  upload: 'file',
  refusals: { appeal_status: 409, appeal_turn: 409, appeal_files: 409 },
});

export const contestMerchantAppeal = call({
  ...routes.contestMerchantAppeal,
  ...step,
  summary: 'Оспорить отказ трейдера новым файлом или словами, пока не вышло answer_until',
  description: 'Начинается следующий круг; после третьего решает оператор.',
  body: said,
  refusals: { appeal_status: 409, appeal_turn: 409, appeal_evidence: 409 },
});

export const acceptMerchantAppeal = call({
  ...routes.acceptMerchantAppeal,
  ...step,
  summary: 'Согласиться с отказом: апелляция закроется сразу',
  description: 'Заказ вернётся в прежний статус.',
  refusals: { appeal_status: 409, appeal_turn: 409 },
});

export const escalateMerchantAppeal = call({
  ...routes.escalateMerchantAppeal,
  ...step,
  summary: 'Передать отклонённую апелляцию оператору',
  description: 'Не дожидаясь следующего круга.',
  body: said,
  refusals: { appeal_status: 409, appeal_turn: 409 },
});
