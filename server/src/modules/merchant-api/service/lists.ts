import type { KeysetList, Sought } from '../../../db/keyset.ts';
import { isListed } from '../../../db/keyset.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { Reader } from '../../../db/tx.ts';
import { badRequest } from '../../../kernel/errors.ts';
import { type EventObject, type Place, readChanges } from '../../merchant-events/index.ts';

/** What a merchant's server asks of a list. */
export interface ListQuery {
  page?: number | undefined;
  page_size: number;
  cursor?: string | undefined;
  status?: string[] | undefined;
  created_from?: Date | undefined;
  created_to?: Date | undefined;
  updated_since?: Date | undefined;
  payer_id?: string | undefined;
}

/** A part of a list, and where it goes on; a part that was asked for from a place is not counted. */
export interface Listed<Row> {
  count: number | null;
  results: Row[];
  nextCursor: string | null;
}

// A cursor is a place: of a row, or of the log of changes. Its form is nobody's business.
const ROW = /^r:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const PLACE = /^p:(\d{1,15}):(\d{1,18})$/;

const encode = (text: string) => Buffer.from(text).toString('base64url');
const decode = (cursor: string) => Buffer.from(cursor, 'base64url').toString('latin1');
const unknownCursor = () =>
  badRequest({ cursor: ['Такого места нет: возьмите `next_cursor` из ответа этого же списка'] });

const cursorOfRow = (id: string): string => encode(`r:${id}`);
export const cursorOfPlace = ({ at, n }: Place): string => encode(`p:${at.getTime()}:${n}`);

/** @throws ApiError 400. */
export function placeOf(cursor: string): Place {
  const [, at, n] = PLACE.exec(decode(cursor)) ?? [];
  if (at === undefined || n === undefined) throw unknownCursor();
  return { at: new Date(Number(at)), n: BigInt(n) };
}

/** @throws ApiError 400. */
function rowOf(cursor: string): string {
  const id = ROW.exec(decode(cursor))?.[1];
  if (id === undefined) throw unknownCursor();
  return id;
}

/** A list of a merchant's objects, and how its rows are read. */
export interface ObjectList<Row extends { id: string; status: string; createdAt: Date }> {
  list: KeysetList;
  object: EventObject;
  /** By pages; with one status at most. */
  readPage: (page: { page: number; pageSize: number; status: string | undefined }) => Promise<Page<Row>>;
  nextIds: (db: Reader, sought: Sought) => Promise<string[]>;
  readByIds: (db: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>;
  /** Whether its pages can be of one status. */
  isPagedByStatus: boolean;
}

/** Whether it asks for what pages cannot tell. */
const isBeyondPages = (query: ListQuery, { isPagedByStatus }: { isPagedByStatus: boolean }) =>
  [query.cursor, query.created_from, query.created_to, query.updated_since, query.payer_id].some(
    (asked) => asked !== undefined,
  ) ||
  (query.status !== undefined && !(isPagedByStatus && query.status.length === 1));

/**
 * A part of a list of a merchant's objects: a page, as ever, or what comes after a place.
 * @throws ApiError 400 for a page together with what has none, and for a cursor of something else.
 */
export async function listObjects<Row extends { id: string; status: string; createdAt: Date }>(
  db: Reader,
  ownerId: string,
  query: ListQuery,
  objects: ObjectList<Row>,
): Promise<Listed<Row>> {
  const { page, page_size: pageSize, cursor, updated_since: since } = query;
  if (!isBeyondPages(query, objects)) {
    const { count, results } = await objects.readPage({ page: page ?? 1, pageSize, status: query.status?.[0] });
    const last = results.at(-1);
    const isMore = last !== undefined && ((page ?? 1) - 1) * pageSize + results.length < count;
    return { count, results, nextCursor: isMore ? cursorOfRow(last.id) : null };
  }
  if (page !== undefined) {
    throw badRequest({
      page: ['Без страниц: с `cursor`, временем, набором статусов и `payer_id` дальше ведёт `next_cursor`'],
    });
  }
  return since === undefined
    ? listAfter(db, ownerId, { ...query, cursor }, objects)
    : listChanged(db, ownerId, { ...query, since }, objects);
}

async function listAfter<Row extends { id: string; status: string; createdAt: Date }>(
  db: Reader,
  ownerId: string,
  { cursor, page_size: pageSize, status, created_from: from, created_to: to }: ListQuery,
  { list, nextIds, readByIds }: ObjectList<Row>,
): Promise<Listed<Row>> {
  const after = cursor === undefined ? undefined : rowOf(cursor);
  if (after !== undefined && !(await isListed(db, list, ownerId, after))) throw unknownCursor();
  const ids = await nextIds(db, { ownerId, after, statuses: status, from, to, limit: pageSize + 1 });
  const shown = ids.slice(0, pageSize);
  const rows = await readByIds(db, shown);
  const last = shown.at(-1);
  const isMore = ids.length > pageSize && last !== undefined;
  return {
    count: null,
    results: shown.flatMap((id) => rows.get(id) ?? []),
    nextCursor: isMore ? cursorOfRow(last) : null,
  };
}

/** What has changed has no end: what changes later comes after the last place that was told. */
async function listChanged<Row extends { id: string; status: string; createdAt: Date }>(
  db: Reader,
  merchantId: string,
  query: ListQuery & { since: Date },
  { object, readByIds }: ObjectList<Row>,
): Promise<Listed<Row>> {
  const { cursor, since, page_size: limit, status, created_from: from, created_to: to } = query;
  if (query.payer_id !== undefined) {
    throw badRequest({ payer_id: ['Не вместе с `updated_since`'] });
  }
  const place = cursor === undefined ? { at: since, n: 0n } : placeOf(cursor);
  const changes = await readChanges(db, { merchantId, object, since: place, limit });
  const rows = await readByIds(
    db,
    changes.map(({ objectId }) => objectId),
  );
  const isAsked = ({ status: now, createdAt }: Row) =>
    (status?.includes(now) ?? true) &&
    (from === undefined || createdAt >= from) &&
    (to === undefined || createdAt < to);
  return {
    count: null,
    results: changes.flatMap(({ objectId }) => rows.get(objectId) ?? []).filter(isAsked),
    nextCursor: cursorOfPlace(changes.at(-1) ?? place),
  };
}

/** As the wire has it. */
export const toListed = <Row, Item>({ count, results, nextCursor }: Listed<Row>, toItem: (row: Row) => Item) => ({
  count,
  results: results.map(toItem),
  next_cursor: nextCursor,
});
