import { MAX_FOUND_OF_KIND, type FoundKind } from '@kantor/contract/plain/search.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Owner } from '../../../kernel/owner.ts';
import { isSentBy } from '../../devices/index.ts';
import { newestOwn, type OrderKey } from '../../orders/index.ts';
import { endingColumns, endsWith } from '../../requisites/index.ts';
import { type Keys, nameOf } from '../rules.ts';

/** Queries of `id`, each of the newest that a key leads to. */
export type Ways = readonly RawBuilder<unknown>[];

export const MOST = sql.lit(MAX_FOUND_OF_KIND);
/** Of a trader's own requisites and cabinets, which no index has by name, so many of the newest are looked at. */
const MOST_OWN = sql.lit(1000);

/** A way for a key, if the text may be one. */
export const way = <Key>(key: Key | undefined, query: (key: Key) => RawBuilder<unknown>): Ways =>
  key === undefined ? [] : [query(key)];

/**
 * An owner's among the few that have a key, whosever they are: as by any call that asks for an object, another's is read and left
 * out. With an offset: else the planner may look through all that the owner has.
 */
const among = (table: string, hasKey: RawBuilder<unknown>, isOwn: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select id from (select * from ${sql.table(table)} where ${hasKey} offset 0) as known
  where ${isOwn} order by id desc limit ${MOST}`;

const byIds = (table: string, { ids }: Keys, isOwn: RawBuilder<unknown>): Ways =>
  way(ids, ({ from, to }) => among(table, sql`id between ${from} and ${to}`, isOwn));

/** The newest that fit, where an index begins with the columns of a condition and ends with the id. */
const newest = (table: string, fits: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select id from ${sql.table(table)} where ${fits} order by id desc limit ${MOST}`;

/** The keys that an order is known by to somebody. */
export function orderKeysOf(role: Owner['role'] | 'operator', keys: Keys): OrderKey[] {
  const { ids, shortName, kopecks, ending, text } = keys;
  const name = nameOf(keys);
  return [
    ...(ids === undefined ? [] : [{ kind: 'id' as const, ...ids }]),
    ...(shortName === undefined ? [] : [{ kind: 'short' as const, name: shortName }]),
    ...(kopecks === undefined ? [] : [{ kind: 'sum' as const, amount: kopecks }]),
    ...(ending === undefined ? [] : [{ kind: 'ending' as const, digits: ending }]),
    ...(role === 'trader' ? [] : [{ kind: 'own number' as const, number: text }]),
    ...(role === 'merchant' || name === undefined ? [] : [{ kind: 'sender' as const, name }]),
  ];
}

/** What names one order, or few. */
const NAMES = new Set<OrderKey['kind']>(['id', 'short', 'own number']);

/** The orders of an owner that the text names. */
function named(owner: Owner, keys: Keys): RawBuilder<unknown> | undefined {
  const asked = orderKeysOf(owner.role, keys).filter(({ kind }) => NAMES.has(kind));
  return asked.length === 0 ? undefined : newestOwn(owner, asked, MOST);
}

function orders(owner: Owner, keys: Keys): Ways {
  const asked = orderKeysOf(owner.role, keys);
  return asked.length === 0 ? [] : [newestOwn(owner, asked, MOST)];
}

const PAYOUT_ENDS = ['phone', 'bank_account'] as const;

/** A merchant's own; of a trader's those that they have or did, and by id and sum the open ones. Who gets the money is not for everybody who may take it. */
function payouts({ role, id }: Owner, keys: Keys): Ways {
  const isOwn = sql`${sql.ref(`${role}_id`)} = ${id}`;
  const isOpen = sql`status = 'OPEN'`;
  return [
    ...byIds('payout', keys, role === 'merchant' ? isOwn : sql`(${isOwn} or ${isOpen})`),
    ...way(keys.kopecks, (sum) => newest('payout', sql`${isOwn} and amount = ${sum}`)),
    ...(role === 'merchant'
      ? [newest('payout', sql`${isOwn} and external_id = ${keys.text}`)]
      : way(keys.kopecks, (sum) => newest('payout', sql`${isOpen} and amount = ${sum}`))),
    ...PAYOUT_ENDS.flatMap((column) =>
      way(keys.ending, (digits) =>
        newest('payout', sql`${isOwn} and ${sql.ref(column)} <> '' and ${endsWith(column, digits)}`),
      ),
    ),
  ].map(
    (query) => sql`
      select id from (${query}) as enabled where (select payout_enable from account where account.id = ${id})`,
  );
}

function appeals(owner: Owner, keys: Keys): Ways {
  const isOwn = sql`${sql.ref(`${owner.role}_id`)} = ${owner.id}`;
  return [
    ...byIds('appeal', keys, isOwn),
    ...way(keys.kopecks, (sum) => newest('appeal', sql`${isOwn} and amount = ${sum}`)),
    ...way(named(owner, keys), (of) => among('appeal', sql`order_id = any(array(${of}))`, isOwn)),
  ];
}

function withdrawals({ id }: Owner, keys: Keys): Ways {
  const isOwn = sql`owner_id = ${id}`;
  return [
    ...byIds('withdrawal', keys, isOwn),
    ...way(keys.microUsdt, (sum) => newest('withdrawal', sql`${isOwn} and amount_usdt = ${sum}`)),
    ...way(keys.hash, (hash) => among('withdrawal', sql`transaction_hash = ${hash}`, isOwn)),
    ...way(
      keys.address,
      (address) => sql`
        select sent.id from wallet cross join lateral (
          select id from withdrawal where wallet_id = wallet.id order by id desc limit ${MOST}
        ) as sent where ${isOwn} and address = ${address}`,
    ),
  ];
}

function deposits({ id }: Owner, keys: Keys): Ways {
  const isOwn = sql`trader_id = ${id}`;
  return [
    ...byIds('chain_deposit', keys, isOwn),
    ...way(keys.microUsdt, (sum) => newest('chain_deposit', sql`${isOwn} and amount = ${sum}`)),
    ...way(keys.hash, (hash) => among('chain_deposit', sql`tx_hash = ${hash}`, isOwn)),
    ...way(
      keys.address,
      (address) => sql`
        select id from chain_deposit
        where ${isOwn} and exists (select from account where account.id = ${id} and wallet = ${address})
        order by trader_seq desc limit ${MOST}`,
    ),
  ];
}

function notifications({ id }: Owner, keys: Keys): Ways {
  const isOwn = sql`trader_id = ${id}`;
  return [
    ...byIds('notification', keys, isOwn),
    ...way(nameOf(keys), (name) => newest('notification', sql`${isOwn} and ${isSentBy(name)}`)),
    ...way(keys.kopecks, (sum) =>
      newest('notification', sql`${isOwn} and order_id is null and amount is not null and amount = ${sum}`),
    ),
  ];
}

/** A trader's own are few: the newest are looked at, for a part of a name and the end of a number. */
const few =
  (table: string, nameColumn: string, columnsOf: (digits: string) => readonly string[]) =>
  ({ id }: Owner, keys: Keys): Ways => {
    const isOwn = sql`trader_id = ${id}`;
    const ofThem = (fits: RawBuilder<unknown>) => sql`
      select id from (select * from ${sql.table(table)} where ${isOwn} order by id desc limit ${MOST_OWN}) as own
      where ${fits} order by id desc limit ${MOST}`;
    const name = sql.ref(nameColumn);
    return [
      ...byIds(table, keys, isOwn),
      ...way(nameOf(keys), (part) => ofThem(sql`position(lower(${part}) in lower(${name})) > 0`)),
      ...way(keys.ending, (digits) =>
        ofThem(
          sql.join(
            columnsOf(digits).map((column) => endsWith(column, digits)),
            sql` or `,
          ),
        ),
      ),
    ];
  };

/** Deliveries by their id, by what they are about, and by the merchant's number of that. */
function webhooks(owner: Owner, keys: Keys): Ways {
  const isOwn = sql`merchant_id = ${owner.id}`;
  return [
    ...byIds('webhook', keys, isOwn),
    ...way(keys.ids?.from === keys.ids?.to ? keys.ids?.from : undefined, (id) =>
      among('webhook', sql`object_id = ${id}`, isOwn),
    ),
    ...way(named(owner, keys), (of) => among('webhook', sql`object_id = any(array(${of}))`, isOwn)),
  ];
}

/** Ways to what an owner has: none reads what others have. */
export const OWN: Readonly<Partial<Record<FoundKind, (owner: Owner, keys: Keys) => Ways>>> = {
  order: orders,
  payout: payouts,
  appeal: appeals,
  withdrawal: withdrawals,
  deposit: deposits,
  notification: notifications,
  requisite: few('requisite', 'name', endingColumns),
  cabinet: few('cabinet', 'device_name', () => ['phone']),
  webhook: webhooks,
};
