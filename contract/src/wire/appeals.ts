import { z } from 'zod';
import * as fundsRoutes from '../plain/funds-routes.ts';
import * as matchRoutes from '../plain/match-routes.ts';
import { WAITING_IN } from '../plain/inbox.ts';
import * as routes from '../plain/routes.ts';
import { APPEAL_DECIDERS } from '../plain/match.ts';
import {
  APPEAL_OUTCOMES,
  APPEAL_SIDES,
  APPEAL_STAGES,
  APPEAL_STEPS,
  DECLINE_REASONS,
  MAX_ROUNDS,
} from '../plain/appeals.ts';
import { MAX_LENGTH } from '../plain/limits.ts';
import { call, id, idParams, pageQuery, text, timestamp } from './call.ts';
import { positiveRub, rub } from './money.ts';
import { ACTORS, APPEAL_STATUSES, NOTIFICATION_OUTCOMES, ORDER_STATUSES } from '../plain/statuses.ts';
import { confirmation } from './orders.ts';
import { isNarrowed, listNarrowing, listTotals, narrowedPage, narrowing } from './narrowing.ts';

/** The words beside a step; a form has no empty one. */
export const appealComment = text(MAX_LENGTH.reason).optional();

/** Whose turn it is, and until when: of an open appeal alone. */
export const appealTurn = {
  stage: z.enum(APPEAL_STAGES).nullable().describe('Чьего ответа ждёт апелляция; null — завершена'),
  round: z.number().int().min(1).max(MAX_ROUNDS).describe(`Круг: не больше ${MAX_ROUNDS}`),
  answer_until: timestamp.nullable().describe('До какого времени ждут ответа; null — завершена или решает оператор'),
};

/** What a step says, whoever reads it. */
export const appealStep = {
  number: z.number().int(),
  created_at: timestamp,
  round: appealTurn.round,
  step: z.enum(APPEAL_STEPS),
  by: z.enum(APPEAL_SIDES).describe('Кто: timer — никто не ответил вовремя'),
  reason: z.enum(DECLINE_REASONS).nullable().describe('Причина отказа'),
  human_reason: z.string().nullable(),
  comment: z.string().nullable(),
  amount: rub.nullable().describe('Заявленная сумма, или на какую подтверждена'),
  stage: appealTurn.stage,
  answer_until: appealTurn.answer_until,
};

/** A stored file: a short-lived signed link, because an `<a>` cannot send a bearer token. */
export const fileLink = z.strictObject({ url: z.string(), name: z.string() });

const shortName = z.strictObject({ short_name: z.string() });

export const appealRow = z.strictObject({
  id,
  order_id: id,
  /** The amount that the payer sent, by the merchant's word. */
  amount: rub,
  /** What the order was for. */
  order_amount: rub.optional(),
  created_at: timestamp,
  processed_datetime: timestamp.nullable(),
  status: z.enum(APPEAL_STATUSES),
  human_status: z.string(),
  ...z.strictObject(appealTurn).partial().shape,
});

/** A message of a bank beside an appeal; the bank's balances are for those who may see them. */
const bankMessage = z.strictObject({
  id,
  heard_at: timestamp,
  bank: z.string().nullable(),
  amount: rub.nullable(),
  balance: rub.nullable(),
  /** Whether the balance follows from the one before; null: nothing is known. */
  is_in_chain: z.boolean().nullable(),
  sender: z.string().nullable(),
  tail: z.string().nullable(),
  text: z.string(),
  outcome: z.enum(NOTIFICATION_OUTCOMES),
  reason: z.string(),
  order_id: id.nullable(),
});

/** All that is said on either side, and what whoever reads it may do now. */
export const appealDesk = z.strictObject({
  /** Steps that the reader may take now. */
  can: z.array(z.enum(APPEAL_STEPS)),
  /** Of the trader: without a file of theirs in this round they cannot decline. */
  needs_proof: z.boolean(),
  /** Of the merchant: without a word or a file since the decline they cannot contest. */
  needs_evidence: z.boolean(),
  /** Files that the reader's side may still add. */
  files_left: z.number().int(),
  outcome: z.enum(APPEAL_OUTCOMES).nullable(),
  paid: rub.nullable(),
  order_amount: rub,
  /** What is claimed less the order's sum; below zero: less was paid. */
  difference: z.string(),
  external_id: z.string(),
  order_status: z.enum(ORDER_STATUSES),
  order_steps: z.array(
    z.strictObject({ created_at: timestamp, status: z.enum(ORDER_STATUSES), actor: z.enum(ACTORS) }),
  ),
  steps: z.array(
    z.strictObject({
      ...appealStep,
      /** Of the reader's own side; the platform sees all. */
      person: z.string().nullable(),
      files: z.array(
        z.strictObject({
          name: z.string(),
          is_picture: z.boolean(),
          /** Absent: a bank's statement of the trader, which a merchant does not see. */
          url: z.string().optional(),
        }),
      ),
    }),
  ),
  /** What the bank told the requisite's phone around the order, oldest first; null for a merchant. */
  bank: z.strictObject({ messages: z.array(bankMessage), has_more: z.boolean() }).nullable(),
});

export const appealDetail = appealRow.extend({
  order: z.strictObject({ id, short_name: z.string() }),
  bank_detail: shortName,
  bank_name: shortName,
  /** Who is asked to confirm or decline it: a trader who opened it, since another sum came, is not. */
  decided_by: z.enum(APPEAL_DECIDERS),
  /** Present for the merchant who sent one, and for the trader who must decide on it. */
  file: fileLink.optional(),
  desk: appealDesk.optional(),
});

export const listAppeals = call({
  ...routes.listAppeals,
  summary: 'Апелляции, новые сверху',
  query: pageQuery(10, {
    /** Any part of the order's id. */
    order_id: text(MAX_LENGTH.search, 0).optional(),
    /** Those alone that the inbox counts, whatever the text is. */
    waiting: z.enum(WAITING_IN.appeals).optional(),
    ...listNarrowing(rub),
  }).refine((query) => !query.order_id || !isNarrowed(query), {
    path: ['order_id'],
    message: 'Выберите что-то одно: поиск или даты и суммы',
  }),
  ok: 200,
  response: narrowedPage(appealRow),
});

export const getAppealTotals = call({
  ...fundsRoutes.getAppealTotals,
  summary: 'Сколько апелляций и на какую сумму',
  query: z.strictObject(narrowing(rub)),
  ok: 200,
  response: listTotals(rub),
});

export const getAppeal = call({
  ...routes.getAppeal,
  summary: 'Апелляция',
  params: idParams,
  ok: 200,
  response: appealDetail,
});

export const confirmAppeal = call({
  ...routes.confirmAppeal,
  summary: 'Подтвердить апелляцию',
  params: idParams,
  body: confirmation,
  ok: 200,
  response: appealDetail,
});

export const declineAppeal = call({
  ...routes.declineAppeal,
  summary: 'Отклонить апелляцию: ответ за мерчантом',
  params: idParams,
  /** Without a reason nothing came. */
  body: z.strictObject({ reason: z.enum(DECLINE_REASONS).default('not_received'), comment: appealComment }).nullish(),
  ok: 200,
  response: appealDetail,
  refusals: { appeal_status: 409, appeal_turn: 409, appeal_proof: 409 },
});

const step = { params: idParams, ok: 200, response: appealDetail } as const;
const said = z.strictObject({ comment: appealComment }).nullish();

export const escalateAppeal = call({
  ...routes.escalateAppeal,
  ...step,
  summary: 'Передать апелляцию оператору',
  body: said,
  refusals: { appeal_status: 409, appeal_turn: 409 },
});

/** multipart/form-data with one file in `file`: png, jpeg or pdf by content, at most 10 MB. */
export const addAppealFile = call({
  ...routes.addAppealFile,
  ...step,
  summary: 'Приложить файл к апелляции',
  upload: 'file',
  refusals: { appeal_status: 409, appeal_turn: 409, appeal_files: 409 },
});

/** As `addAppealFile`, with what was paid, by the payer's word. */
export const openAppeal = call({
  ...routes.openAppeal,
  summary: 'Открыть апелляцию по заказу',
  params: idParams,
  upload: 'file',
  body: z.strictObject({ amount: positiveRub, comment: appealComment }),
  ok: 201,
  response: appealDetail,
  refusals: { order_status: 409, appeal_late: 409 },
});

/** The sum is the order's, the words are the payer's, unless others are sent. */
export const openAppealByClaim = call({
  ...matchRoutes.openAppealByClaim,
  summary: 'Открыть апелляцию по словам плательщика, с его чеками',
  params: idParams,
  body: z.strictObject({ amount: positiveRub.optional(), comment: appealComment }),
  ok: 201,
  response: appealDetail,
  refusals: { order_status: 409, appeal_late: 409, no_claim: 409 },
});

export const contestAppeal = call({
  ...routes.contestAppeal,
  ...step,
  summary: 'Оспорить отказ трейдера',
  body: said,
  refusals: { appeal_status: 409, appeal_turn: 409, appeal_evidence: 409 },
});

export const acceptAppeal = call({
  ...routes.acceptAppeal,
  ...step,
  summary: 'Согласиться с отказом: апелляция закроется',
  refusals: { appeal_status: 409, appeal_turn: 409 },
});

const refusals = { appeal_of_others: 409, appeal_status: 409, insufficient_funds: 409 } as const;

export const agreeAppeal = call({
  ...matchRoutes.agreeAppeal,
  summary: 'Согласиться с суммой, о которой сообщил трейдер: заказ закроется на неё',
  params: idParams,
  refusals,
  ok: 200,
  response: appealDetail,
});

export const disagreeAppeal = call({
  ...matchRoutes.disagreeAppeal,
  summary: 'Не согласиться с суммой, о которой сообщил трейдер: заказ вернётся в прежний статус',
  params: idParams,
  refusals,
  ok: 200,
  response: appealDetail,
});
