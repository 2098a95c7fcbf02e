import { z } from 'zod';
import { MAX_LENGTH } from '../../plain/limits.ts';
import * as routes from '../../plain/platform-routes.ts';
import { PLATFORM_ACCOUNT_FILTERS } from '../../plain/statuses.ts';
import { call, id, pageQuery, text, timestamp } from '../call.ts';
import { usdt } from '../money.ts';
import { account } from './objects.ts';

/** Accounts to choose from. */
export const listAccountChoices = call({
  ...routes.listAccountChoices,
  summary: 'Кабинеты для выбора: по части имени, двадцать первых; или один по его id',
  query: z.strictObject({ name: text(MAX_LENGTH.search, 0).default(''), id: id.optional() }),
  ok: 200,
  response: z.array(account),
});

const basis_points = z.number().int();
const count = z.number().int();

/** A trader or a merchant, and what they have now. */
const accountRow = z.strictObject({
  id,
  name: z.string(),
  role: z.enum(['trader', 'merchant']),
  created_at: timestamp,
  /** Null: not blocked. */
  blocked_at: timestamp.nullable(),
  available: usdt,
  held: usdt,
  /** A trader's rewards that are not moved to their balance yet. */
  earned: usdt,
  /** A merchant's debt to the platform; above zero. */
  debt: usdt,
  /** Of orders issued from now on: what a merchant pays, or what a trader earns. */
  basis_points,
  payout_enable: z.boolean(),
  /** Null of a merchant. */
  traffic: z.boolean().nullable(),
  /** A trader's outside the archive; `ready` are switched on in a cabinet that is switched on, with its phone online. Null of a merchant. */
  requisites: z.strictObject({ ready: count, all: count }).nullable(),
  orders: z.strictObject({
    /** Issued since midnight in Moscow. */
    today: count,
    /** Of all time: closed; expired or cancelled. */
    closed: count,
    lost: count,
  }),
  /** When somebody last signed in to it; null: not since sessions that are still kept. */
  signed_in_at: timestamp.nullable(),
});

export const listPlatformAccounts = call({
  ...routes.listPlatformAccounts,
  summary: 'Трейдеры и мерчанты, по имени',
  query: pageQuery(30, {
    role: z.enum(['ALL', 'trader', 'merchant']).default('ALL'),
    status: z.enum(['ALL', ...PLATFORM_ACCOUNT_FILTERS]).default('ALL'),
    search: text(MAX_LENGTH.search, 0).default(''),
  }),
  ok: 200,
  response: z.strictObject({ count, results: z.array(accountRow) }),
});
