import { z } from 'zod';
import * as routes from '../plain/day-routes.ts';
import { call, timestamp } from './call.ts';
import { rub, usdt } from './money.ts';

const count = z.number().int();

const merchantDay = z.strictObject({
  /** Orders that were issued in this time, and how they stand now: `late` are those of `paid` that were paid after their time. */
  issued: count,
  paid: count,
  late: count,
  expired: count,
  cancelled: count,
  /** Orders that closed in this time, whenever they were issued, what was paid for them, and the merchant's fee. What is taken back later changes nothing here. */
  closed: count,
  turnover: rub,
  fee: usdt,
  /** Appeals that were opened in it. */
  appeals: count,
});

/** Hours of a day in Moscow in which orders closed, the earliest first. */
const hours = z.array(z.strictObject({ hour: z.number().int().min(0).max(23), closed: count, turnover: rub }));

export const getMerchantToday = call({
  ...routes.getMerchantToday,
  summary: 'Сегодня и вчера к этому же часу; оператору — всех мерчантов вместе',
  ok: 200,
  response: z.strictObject({
    at: timestamp,
    /** Nothing before it is counted. */
    since: timestamp,
    /** Yesterday's figures are those until this moment, ten minutes whole. */
    compared_until: timestamp,
    today: merchantDay,
    yesterday: merchantDay,
    /** Of yesterday, the whole day. */
    hours: z.strictObject({ today: hours, yesterday: hours }),
  }),
});
