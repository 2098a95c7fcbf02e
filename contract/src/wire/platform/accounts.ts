import { z } from 'zod';
import { MAX_LENGTH } from '../../plain/limits.ts';
import { OWNED_PARTS } from '../../plain/money-trail.ts';
import * as routes from '../../plain/platform-routes.ts';
import { PLATFORM_ACCOUNT_FILTERS } from '../../plain/statuses.ts';
import { ledgerEntry } from '../balance.ts';
import { call, day, id, idParams, page, pageQuery, text, timestamp } from '../call.ts';
import { memberRole } from '../members.ts';
import { rub, usdt } from '../money.ts';
import { account } from './objects.ts';

/** Accounts to choose from. */
export const listAccountChoices = call({
  ...routes.listAccountChoices,
  summary: 'Кабинеты для выбора: по части имени, двадцать первых; или один по его id',
  query: z.strictObject({
    name: text(MAX_LENGTH.search, 0).default(''),
    id: id.optional(),
    role: z.enum(['trader', 'merchant']).optional(),
  }),
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

const accountFilters = {
  role: z.enum(['ALL', 'trader', 'merchant']).default('ALL'),
  status: z.enum(['ALL', ...PLATFORM_ACCOUNT_FILTERS]).default('ALL'),
  search: text(MAX_LENGTH.search, 0).default(''),
};

export const listPlatformAccounts = call({
  ...routes.listPlatformAccounts,
  summary: 'Трейдеры и мерчанты, по имени',
  query: pageQuery(30, accountFilters),
  ok: 200,
  response: z.strictObject({ count, results: z.array(accountRow) }),
});

export const getPlatformAccountTotals = call({
  ...routes.getPlatformAccountTotals,
  summary: 'Сколько трейдеров и мерчантов и что у них вместе',
  query: z.strictObject(accountFilters),
  ok: 200,
  response: z.strictObject({
    count,
    available: usdt,
    held: usdt,
    earned: usdt,
    debt: usdt,
    /** How many of the role and the name are in each state, whichever is asked for. */
    states: z.strictObject({ ALL: count, ACTIVE: count, BLOCKED: count, TRAFFIC: count }),
  }),
});

/** A person in the account. */
const member = z.strictObject({
  id,
  username: z.string(),
  role: memberRole,
  created_at: timestamp,
  /** Whether they show one besides the password. */
  has_second_factor: z.boolean(),
  /** When they last signed in to this account; null: not since sessions that are still kept. */
  signed_in_at: timestamp.nullable(),
  /** Null: not blocked. */
  blocked_at: timestamp.nullable(),
});

/** One that may still be used. */
const invitation = z.strictObject({
  id,
  role: memberRole,
  invited_by: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
});

/** A wallet that the account withdraws to. */
const wallet = z.strictObject({
  id,
  address: z.string(),
  is_valid: z.boolean(),
  created_at: timestamp,
  /** No withdrawal goes there before. */
  usable_at: timestamp,
  is_usable: z.boolean(),
});

/** The leave to have requisites with an account that is another trader's. */
const permit = z.strictObject({
  /** By which it is ended; null for whoever may not. */
  id: z.string().nullable(),
  kind: z.enum(['account', 'phone']),
  /** The account or the phone, with dots. */
  number: z.string(),
  /** Of a phone. */
  bank: z.string().nullable(),
  allowed_by: z.string(),
  allowed_at: timestamp,
  /** Whose it is; null: nobody's now. */
  claimant: z.string().nullable(),
  /** A requisite in force has it. */
  is_in_force: z.boolean(),
});

/** What a merchant may hold, and holds; `limit` null: no limit. */
const used = z.strictObject({ limit: count.nullable(), used: count.nullable() });

const accountDetail = accountRow.extend({
  /** Where a trader pays in; empty without one. */
  deposit_address: z.string(),
  /** The platform has stopped its traffic; `by` null: too long ago to tell. */
  traffic_stopped: z.strictObject({ at: timestamp, by: z.string().nullable(), reason: z.string() }).nullable(),
  /** Accounts of the other role whose fee or reward does not go together with this one's: of these orders the trader earns the merchant's fee. */
  capped: z.strictObject({ count, names: z.array(z.string()) }),
  /** Null of a trader. */
  limits: z
    .strictObject({
      active_orders: used,
      active_sum: z.strictObject({ limit: rub.nullable(), used: rub.nullable() }),
      unpaid_hour: used,
      requests_second: count.nullable(),
    })
    .nullable(),
  members: z.array(member),
  invitations: z.array(invitation),
  wallets: z.array(wallet),
  permits: z.array(permit),
});

export const getPlatformAccount = call({
  ...routes.getPlatformAccount,
  summary: 'Кабинет трейдера или мерчанта: деньги, ставка, пределы, участники',
  params: idParams,
  ok: 200,
  response: accountDetail,
});

/** A period is of whole days in Moscow, the first and the last of which belong to it. */
const entryFilters = {
  part: z.enum(OWNED_PARTS).default('available'),
  from: day.optional(),
  to: day.optional(),
};

/** Entries on a part of the account's balance. */
export const listAccountEntries = call({
  ...routes.listAccountEntries,
  summary: 'Проводки по части счёта кабинета, новые сверху',
  params: idParams,
  query: pageQuery(30, entryFilters),
  ok: 200,
  response: page(ledgerEntry),
});
