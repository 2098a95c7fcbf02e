import { z } from 'zod';
import { BREAKDOWNS, MAX_PERIOD_DAYS, PERIODS } from '../plain/analytics.ts';
import * as routes from '../plain/analytics-routes.ts';
import { call, day, id, timestamp } from './call.ts';
import { rub, usdt } from './money.ts';

const count = z.number().int();

/** Days of Moscow's calendar, both whole, the last one so far when it is today. */
const days = z.strictObject({ from: day, to: day });

/**
 * A moment's figures of the orders that were CREATED in a period, as these orders stand now: what closes late, or is taken back, moves
 * the figures of the period that it was created in. Money is null for whoever sees none of it on their other pages.
 */
export const figures = z.strictObject({
  /** Issued, and refused. Null in a breakdown, and for whoever is not told of refusals: traders, and members without the summary. */
  asked: count.nullable(),
  issued: count,
  issued_sum: rub,
  /** How the issued ones ended: paid, of these after their time, expired, cancelled. The rest is under way. */
  closed: count,
  late: count,
  expired: count,
  cancelled: count,
  /** Basis points: closed of closed, expired and cancelled. Null while none has ended. */
  conversion_bp: count.nullable(),
  /** What was paid for the closed ones, less what was taken back; and how many had something taken back, and how much. */
  sum: rub,
  reversed: count,
  reversed_sum: rub,
  /** Of the expired and cancelled. */
  lost_sum: rub,
  /** Seconds from creation to closing, of the closed: half, and nine tenths, were quicker. To 3 %. Null in a breakdown, and while none has closed. */
  median_seconds: count.nullable(),
  p90_seconds: count.nullable(),
  /** What of it traders earned, merchants paid, and stays with the platform (the fee less the reward). An account's own alone. */
  earned: usdt.nullable(),
  fee: usdt.nullable(),
  revenue: usdt.nullable(),
  /** Appeals about these orders, and those of them that were decided for the merchant. */
  appeals: count,
  appeals_won: count,
});

/** A bar: an hour or a day of Moscow, by its beginning. */
const bar = figures
  .pick({
    asked: true,
    issued: true,
    closed: true,
    expired: true,
    cancelled: true,
    sum: true,
    earned: true,
    fee: true,
    revenue: true,
  })
  .extend({ start: timestamp });

/** Days since 1970. */
export const dayNumber = (date: string) => Date.parse(date) / 86_400_000;

const period = {
  period: z.enum(PERIODS).default('7d'),
  /** Of `own` alone: days, both inclusive. */
  from: day.optional(),
  to: day.optional(),
  /** One trader or merchant, for the platform's people alone. Absent: all together. */
  account: id.optional(),
};

interface AskedPeriod {
  period: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** The rules of two days that a period is between, as sentences at its fields. */
export const soundDays = <Schema extends z.ZodType<Pick<AskedPeriod, 'from' | 'to'>>>(schema: Schema) =>
  schema
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      path: ['to'],
      message: 'Период заканчивается раньше, чем начинается',
    })
    .refine(
      ({ from, to }) => from === undefined || to === undefined || dayNumber(to) - dayNumber(from) < MAX_PERIOD_DAYS,
      { path: ['to'], message: 'Период не может быть длиннее года' },
    );

const soundPeriod = <Schema extends z.ZodType<AskedPeriod>>(schema: Schema) =>
  soundDays(schema)
    .refine(({ period: asked, from, to }) => asked !== 'own' || (from !== undefined && to !== undefined), {
      path: ['from'],
      message: 'Укажите оба дня периода',
    })
    .refine(({ period: asked, from, to }) => asked === 'own' || (from === undefined && to === undefined), {
      path: ['period'],
      message: 'Дни указывают только для своего периода',
    });

export const getAnalytics = call({
  ...routes.getAnalytics,
  summary: 'Аналитика за период рядом с таким же периодом до него; оператору — по всем',
  query: soundPeriod(z.strictObject(period)),
  ok: 200,
  response: z.strictObject({
    at: timestamp,
    /** The moment of which the figures are, where they were read from a replica. */
    read_at: timestamp.nullable(),
    /** Days before it are still being counted; null: everything is. */
    since: day.nullable(),
    period: days,
    figures,
    compared: z.strictObject({
      /** The days before, as many. */
      ...days.shape,
      /** Both periods are compared up to this moment of theirs: the last whole hour, when the period has not ended. */
      until: timestamp,
      now: figures,
      before: figures,
    }),
    /** Every hour of the period, the earliest first; empty when it is longer than a week. */
    hours: z.array(bar),
    /** Every day of the period, the earliest first. */
    days: z.array(bar),
  }),
});

export const getBreakdown = call({
  ...routes.getBreakdown,
  summary: 'Показатели периода по банкам, способам, реквизитам, суммам; оператору также по мерчантам и трейдерам',
  query: soundPeriod(z.strictObject({ ...period, by: z.enum(BREAKDOWNS) })),
  ok: 200,
  response: z.strictObject({
    period: days,
    /** Of all rows and the rest together. */
    total: figures,
    /** The largest sums first, 500 at most. */
    rows: z.array(
      figures.extend({
        /** Of a bank its number, a method, an id; of a band its place, from 0. */
        key: z.string(),
        /** Of a bank, a requisite, an account. Null of a method and a band. */
        name: z.string().nullable(),
        /** Of a requisite, what its trader calls it. */
        note: z.string().nullable(),
        /** Of a band: from, and below; null of the last one. */
        min: rub.nullable(),
        below: rub.nullable(),
      }),
    ),
    /** What the rows have left out; null: nothing. */
    rest: figures.nullable(),
  }),
});

export const getRefusals = call({
  ...routes.getRefusals,
  summary: 'Почему заказы не выданы, по суммам; оператору — по всем мерчантам и подробнее',
  query: soundPeriod(z.strictObject(period)),
  ok: 200,
  response: z.strictObject({
    period: days,
    count,
    sum: rub,
    /** Refusals of days before it have no sums: their `bands` and `sum` leave them out. Null: all have. */
    sums_since: day.nullable(),
    /** The most frequent first. */
    reasons: z.array(
      z.strictObject({
        /** One of REFUSAL_REASONS; for the platform's people instead of `no_requisite` the gate that stood in the way. */
        reason: z.string(),
        count,
        sum: rub,
        /** By the bands of SUM_BANDS, in their order; only those with refusals. */
        bands: z.array(z.strictObject({ band: count, min: rub, below: rub.nullable(), count })),
      }),
    ),
  }),
});
