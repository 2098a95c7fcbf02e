import { z } from 'zod';
import { MAX_LENGTH } from '../plain/limits.ts';
import { ACCOUNT_PARTS, ENTRY_REASONS, OWNED_PARTS } from '../plain/money-trail.ts';
import { ROLES } from '../plain/rights.ts';
import * as routes from '../plain/statement-routes.ts';
import { ledgerEntry } from './balance.ts';
import { call, day, empty, id, idParams, page, pageQuery, text, timestamp } from './call.ts';
import { usdt } from './money.ts';

/** Whole days in Moscow, the first and the last of which belong to it. */
const days = { from: day.optional(), to: day.optional() };
const period = z.strictObject({ from: day, to: day });

/** Entries on one part of a trader's or a merchant's balance. */
export const listStatement = call({
  ...routes.listStatement,
  summary: 'Выписка: движение денег по части баланса, новые сверху',
  query: pageQuery(30, { part: z.enum(OWNED_PARTS).default('available'), ...days }),
  ok: 200,
  response: page(ledgerEntry),
});

const count = z.number().int();

/** `opening + received - spent = closing`, to the micro-USDT. */
const sums = { opening: usdt, received: usdt, spent: usdt, closing: usdt };
const part = z.strictObject({ part: z.enum(ACCOUNT_PARTS), ...sums, entries: count });
const kind = z.strictObject({ reason: z.enum(ENTRY_REASONS), postings: count, received: usdt, spent: usdt });
/** All parts together: what only moved between them is neither received nor spent. */
const whole = z.strictObject(sums);

const totals = z.strictObject({ parts: z.array(part), whole, kinds: z.array(kind) });

/** What a period came to; without an end it goes on to there. */
export const getStatementTotals = call({
  ...routes.getStatementTotals,
  summary: 'Остатки на начало и конец периода, приход и расход',
  query: z.strictObject(days),
  ok: 200,
  response: totals,
});

const listedAct = z.strictObject({
  id,
  /** Of the account, from 1 without a gap. */
  number: count,
  from: day,
  to: day,
  made_at: timestamp,
  /** Who asked for it; of the platform's people an account knows no names. */
  made_by: z.string(),
  closing: usdt,
});

/** How a party names itself: tax number, address, bank are lines of free text. */
const party = z.strictObject({ name: z.string(), details: z.string() });

const act = z.strictObject({
  ...listedAct.shape,
  account: z.strictObject({ id, name: z.string(), role: z.enum(ROLES) }),
  platform: party,
  /** Null of the platform's revenue, which has no other party. */
  party: party.nullable(),
  parts: z.array(part),
  whole,
  kinds: z.array(kind),
  /** What changed the whole, oldest first; null: there are too many to be printed. */
  lines: z
    .array(
      z.strictObject({
        at: timestamp,
        reason: z.enum(ENTRY_REASONS),
        object_id: id,
        amount: usdt,
        balance_after: usdt,
      }),
    )
    .nullable(),
});

const listedActs = { query: pageQuery(10), ok: 200, response: page(listedAct) } as const;

/** The same period is the same act; another one when a party names itself otherwise by now. */
const made = {
  body: period,
  ok: 201,
  response: listedAct,
  /** A day is not over yet, or something of it may still be on its way. */
  refusals: { period_open: 409 },
} as const;

const PDF = {
  type: 'application/pdf',
  ok: 200,
  response: z.custom<Uint8Array>(),
  refusals: { files_busy: 409 },
} as const;

export const listActs = call({ ...routes.listActs, summary: 'Акты сверки, новые сверху', ...listedActs });
export const createAct = call({ ...routes.createAct, summary: 'Составить акт сверки за период', ...made });
export const getAct = call({ ...routes.getAct, summary: 'Акт сверки', params: idParams, ok: 200, response: act });
export const getActFile = call({ ...routes.getActFile, summary: 'Акт сверки: файл PDF', params: idParams, ...PDF });

export const getParty = call({
  ...routes.getParty,
  summary: 'Реквизиты аккаунта для актов сверки',
  ok: 200,
  /** Empty while nobody has written them: the account's own name stands in acts then. */
  response: party,
});

export const setParty = call({
  ...routes.setParty,
  summary: 'Записать реквизиты аккаунта для актов сверки',
  body: z.strictObject({ name: text(MAX_LENGTH.partyName), details: text(MAX_LENGTH.partyDetails, 0) }),
  ok: 204,
  response: empty,
});

export const getAccountTotals = call({
  ...routes.getAccountTotals,
  summary: 'Остатки кабинета на начало и конец периода, приход и расход',
  params: idParams,
  query: z.strictObject(days),
  ok: 200,
  response: totals,
});
export const listAccountActs = call({
  ...routes.listAccountActs,
  summary: 'Акты сверки с кабинетом, новые сверху',
  params: idParams,
  ...listedActs,
});
export const createAccountAct = call({
  ...routes.createAccountAct,
  summary: 'Составить акт сверки с кабинетом за период',
  params: idParams,
  ...made,
});

export const listRevenue = call({
  ...routes.listRevenue,
  summary: 'Выручка площадки, новое сверху',
  query: pageQuery(30, days),
  ok: 200,
  response: page(ledgerEntry),
});
export const getRevenueTotals = call({
  ...routes.getRevenueTotals,
  summary: 'Выручка площадки за период: остатки, приход и расход',
  query: z.strictObject(days),
  ok: 200,
  response: totals,
});
export const listRevenueActs = call({
  ...routes.listRevenueActs,
  summary: 'Документы о выручке площадки, новые сверху',
  ...listedActs,
});
export const createRevenueAct = call({
  ...routes.createRevenueAct,
  summary: 'Составить документ о выручке площадки за период',
  ...made,
});

export const getPlatformAct = call({
  ...routes.getPlatformAct,
  summary: 'Акт сверки любого кабинета',
  params: idParams,
  ok: 200,
  response: act,
});
export const getPlatformActFile = call({
  ...routes.getPlatformActFile,
  summary: 'Акт сверки любого кабинета: файл PDF',
  params: idParams,
  ...PDF,
});
