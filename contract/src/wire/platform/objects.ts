import { z } from 'zod';
import { MAX_BANK_ID, MAX_LENGTH } from '../../plain/limits.ts';
import { ACCOUNT_PARTS, POSTING_KINDS } from '../../plain/money-trail.ts';
import { day, id, text, timestamp } from '../call.ts';
import { usdt } from '../money.ts';

// What the platform's people see of every object: whose it is, its money, and who did what.

/** A trader or a merchant. */
export const account = z.strictObject({ id, name: z.string(), role: z.enum(['trader', 'merchant', 'operator']) });

/** An object's posting with its entries. */
const posting = z.strictObject({
  id,
  kind: z.enum(POSTING_KINDS),
  human_kind: z.string(),
  created_at: timestamp,
  entries: z.array(
    z.strictObject({
      /** Null: the platform itself. */
      account: account.nullable(),
      part: z.enum(ACCOUNT_PARTS),
      amount: usdt,
      /** Null of the platform's parts, which keep entries only. */
      balance_after: usdt.nullable(),
    }),
  ),
});

/** A deed about an object. */
export const deed = z.strictObject({
  id,
  created_at: timestamp,
  /** The person, as they were called then. */
  who: z.string(),
  action: z.string(),
  /** Properties by name; null of a new object. */
  before: z.record(z.string(), z.json()).nullable(),
  after: z.record(z.string(), z.json()),
});

/** An object's owners' detail, and what stands beside it for the platform. */
export const inspected = <Shape extends z.core.$ZodLooseShape>(detail: z.ZodObject<Shape>) =>
  detail.extend({
    /** Oldest first. */
    trail: z.array(posting),
    /** Newest first, a hundred at most. */
    journal: z.array(deed),
    /** Whether phones and accounts are without dots. */
    is_revealed: z.boolean(),
  });

/** Where a search that has not looked at everything goes on. */
export const rest = z.strictObject({
  /** To be sent as `before`. */
  before: z.string(),
  /** When the last object that was looked at was made. */
  at: timestamp,
});

export const before = z.string().regex(/^(?:\d{1,18}|[0-9a-f-]{36})$/, 'Неверное место в списке');

/**
 * A page of a list of the platform. Where filters have no way of their own, the newest ten thousand are looked at, and a thousand
 * matches shown: then `count` is of these, and `rest` says where to go on.
 */
export const platformPage = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({
    count: z.number().int(),
    results: z.array(row),
    rest: rest.nullable(),
  });

/** A list's status, `ALL` for any. */
export const statusOf = (statuses: readonly string[]) => z.enum(['ALL', ...statuses]).optional();

export const bank = z.coerce.number<number>().int().positive().max(MAX_BANK_ID).optional();

/** Filters of every list of the platform. */
export const platformFilters = {
  account: id.optional(),
  from: day.optional(),
  /** The last day. */
  to: day.optional(),
  search: text(MAX_LENGTH.search, 0).optional(),
  /** Of a former answer's `rest`. */
  before: before.optional(),
};
