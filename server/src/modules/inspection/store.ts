import type { Actor, OrderMethod } from '@kantor/contract/plain/statuses.ts';
import type { Scale } from '@kantor/contract/plain/money.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { type PlatformList, readPlatformPage, type Span } from '../../db/platform-list.ts';
import {
  anyOf,
  byIds,
  type Candidates,
  type FoundPage,
  searchPlatform,
  walkOwner,
  walkPlatform,
} from '../../db/platform-search.ts';
import { type FoundTotals, sumPlatform } from '../../db/platform-totals.ts';
import type { Reader } from '../../db/tx.ts';
import { idMeanings, sumMeaning } from '../../kernel/search-terms.ts';
import { readAccount } from '../accounts/index.ts';

/** The objects of a kind, as a list of the platform looks for them. */
export interface PlatformObjects {
  list: PlatformList;
  /** Their table, and its alias in the list's `select`. */
  table: string;
  alias: string;
  /** The columns of each role that has such objects, and of the number in an owner's list; without one they go by id. */
  owners: Partial<Record<'trader' | 'merchant', { column: string; number?: string }>>;
  /** The column of the sum; `isIndexed`: an index leads from a sum to its newest. */
  amount?: { column: string; scale: Scale; isIndexed?: true };
  /** The status by which the list is numbered; undefined: by this one it is not. */
  numbered?: (status: string) => string | undefined;
  /** Whether an object is in a status, of a bank, by its alias. */
  isInStatus?: (status: string) => RawBuilder<unknown>;
  isOfBank?: (bankId: number) => RawBuilder<unknown>;
  /** Where objects are that a search text may mean, besides by id and sum. */
  findBy?: (text: string) => Candidates[];
  /** Without ways of its own: whether an object fits the text. The newest are looked at. */
  fits?: (text: string) => RawBuilder<unknown>;
  /** Where the objects of a status are, if few have it. */
  inStatus?: (status: string) => Candidates | undefined;
}

/** Objects that are counted, and added up where they have a sum. */
export interface SummedObjects extends PlatformObjects {
  /** What they are counted by, by their alias. */
  status: RawBuilder<unknown>;
}

export interface PlatformRequest extends PageRequest, Narrowed {
  before: string | undefined;
}

/** What a list is narrowed to. */
export interface Narrowed extends Span {
  /** An account's id. */
  account: string | undefined;
  /** `ALL`: any. */
  status: string;
  bankId: number | undefined;
  /** Minor units. */
  min: bigint | undefined;
  max: bigint | undefined;
  search: string;
  /** Of orders alone. */
  requisite?: string | undefined;
  method?: OrderMethod | undefined;
  confirmed?: Actor | undefined;
  number?: string | undefined;
  trader?: string | undefined;
  merchant?: string | undefined;
}

/** By the beginning of an id, or by its last eight digits, which only whoever is looked at may have. */
const byId = (table: string, text: string): Candidates[] =>
  idMeanings(text).flatMap((term) =>
    term.kind === 'short'
      ? []
      : [
          byIds(
            (isBefore, most) => sql`
              select id from ${sql.table(table)} where id between ${term.from} and ${term.to} ${isBefore} order by id desc limit ${most}`,
          ),
        ],
  );

const byAmount = ({ table, amount }: PlatformObjects, text: string): Candidates[] => {
  const sum = amount?.isIndexed && sumMeaning(text, amount.scale);
  if (amount === undefined || sum === undefined) return [];
  return [
    byIds(
      (isBefore, most) => sql`
        select id from ${sql.table(table)} where ${sql.ref(amount.column)} = ${sum} ${isBefore} order by id desc limit ${most}`,
    ),
  ];
};

const nothing: Candidates = byIds(() => sql`select null::uuid as id where false`);

/** Where objects are that a text means by its id, its sum, or whatever else an index leads to. */
export function candidatesMeant(objects: PlatformObjects, text: string): Candidates {
  const several = [...byId(objects.table, text), ...byAmount(objects, text), ...(objects.findBy?.(text) ?? [])];
  return several.length === 0 ? nothing : anyOf(several);
}

/** Of a list without ways of its own: whether an object is meant by its id, by its sum, or by what it shows. */
function fitting({ alias, amount, fits }: PlatformObjects, text: string): RawBuilder<unknown> {
  const sum = amount && sumMeaning(text, amount.scale);
  const meanings = [
    ...(fits === undefined ? [] : [fits(text)]),
    ...(amount === undefined || sum === undefined ? [] : [sql`${sql.ref(`${alias}.${amount.column}`)} = ${sum}`]),
    ...idMeanings(text).map((term) =>
      term.kind === 'id'
        ? sql`${sql.ref(`${alias}.id`)} between ${term.from} and ${term.to}`
        : sql`right(${sql.ref(`${alias}.id`)}::text, 8) = ${term.name.toLowerCase()}`,
    ),
  ];
  return sql`(${sql.join(meanings, sql` or `)})`;
}

/** Where what a request asks for may be, and what must be true of it; undefined: nobody has such objects. */
async function searchOf(
  db: Reader,
  objects: PlatformObjects,
  { account, status, bankId, min, max, search, since, until }: Narrowed,
) {
  const { list, table, alias, owners, amount, isInStatus, isOfBank } = objects;
  const found = account === undefined ? undefined : await readAccount(db, account);
  const role = found === undefined || found.role === 'operator' ? undefined : found.role;
  const owner = role && owners[role];
  if (account !== undefined && owner === undefined) return undefined;
  const isAny = status === 'ALL';
  const numbered = isAny ? undefined : objects.numbered?.(status);
  const text = search.trim();
  const isPlain = owner === undefined && bankId === undefined && min === undefined && max === undefined && text === '';
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const isLooked = text !== '' && objects.findBy === undefined;
  const where = [
    ...(owner === undefined ? [] : [sql`${column(owner.column)} = ${account}`]),
    ...(isAny || isInStatus === undefined ? [] : [isInStatus(status)]),
    ...(bankId === undefined || isOfBank === undefined ? [] : [isOfBank(bankId)]),
    ...(min === undefined || amount === undefined ? [] : [sql`${column(amount.column)} >= ${min}`]),
    ...(max === undefined || amount === undefined ? [] : [sql`${column(amount.column)} <= ${max}`]),
    ...(isLooked ? [fitting(objects, text)] : []),
  ];
  const placed = (): Candidates => {
    if (text !== '' && !isLooked) return candidatesMeant(objects, text);
    if (owner !== undefined && account !== undefined) {
      const { column: ownerColumn, number } = owner;
      return walkOwner({
        table,
        owner: ownerColumn,
        ...(number !== undefined && { number }),
        ownerId: account,
        since,
        until,
      });
    }
    const few = isAny ? undefined : objects.inStatus?.(status);
    return few ?? walkPlatform({ list: list.list, status: numbered, since, until });
  };
  /** All, or those of a status, by whose numbers a page is found at once. */
  const isNumbered = isPlain && (isAny || numbered !== undefined);
  return { isNumbered, numbered, search: { table, where, candidates: placed(), since, until } };
}

/**
 * One page of a list of the platform. All, those of a status that the list is numbered by, and those of some days are exact, at
 * once; other filters and searches look at so many at a time (`searchPlatform`).
 */
export async function listObjects<Row>(
  db: Reader,
  objects: PlatformObjects,
  request: PlatformRequest,
): Promise<FoundPage<Row>> {
  const looked = await searchOf(db, objects, request);
  if (looked === undefined) return { count: 0, results: [], rest: null };
  const { list } = objects;
  const { page, pageSize, before, since, until } = request;
  if (looked.isNumbered) {
    const { numbered: status } = looked;
    return { ...(await readPlatformPage<Row>(db, list, { page, pageSize, since, until, status })), rest: null };
  }
  return searchPlatform<Row>(db, list, { page, pageSize, before, ...looked.search });
}

/** How many such objects there are in each status, and what they come to; of the first ten thousand that may fit. */
export async function sumObjects(db: Reader, objects: SummedObjects, request: Narrowed): Promise<FoundTotals> {
  const looked = await searchOf(db, objects, request);
  if (looked === undefined) return { isWhole: true, statuses: [] };
  const { alias, amount, status, list } = objects;
  return sumPlatform(db, {
    ...looked.search,
    id: list.id,
    status,
    amount: amount === undefined ? sql`0::bigint` : sql.ref(`${alias}.${amount.column}`),
  });
}
