import { type RequestResult } from '@kantor/contract/plain/api-requests.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type RawBuilder, sql } from 'kysely';
import { anyOf, type FoundPage, searchPlatform, walkOwner } from '../../db/platform-search.ts';
import type { Span } from '../../db/platform-list.ts';
import type { Reader, Statement } from '../../db/tx.ts';
import { firstIdAt } from '../../kernel/ids.ts';

/** A request that was answered. */
export interface NewRequest {
  id: string;
  merchantId: string;
  apiKeyId: string;
  requestId: string;
  method: string;
  /** As it is declared, below the API's base; null: no such call. */
  route: string | null;
  objectId: string | null;
  externalId: string | null;
  status: number;
  /** Of the refusal. */
  code: string | null;
  durationMs: number;
  /** Null: a proxy has told none. */
  address: string | null;
  isReplayed: boolean;
}

export interface KeptRequest extends Omit<NewRequest, 'merchantId'> {
  keyName: string;
  isTest: boolean;
}

/** Keeps requests, each once. */
export async function insertRequests(statement: Statement, requests: readonly NewRequest[]): Promise<void> {
  const each = (value: (request: NewRequest) => unknown) => sql`${requests.map((request) => value(request))}`;
  await sql`
    insert into api_request (id, merchant_id, api_key_id, request_id, method, route, object_id, external_id, status, code,
      duration_ms, address, is_replayed)
    select * from unnest(
      ${each(({ id }) => id)}::uuid[], ${each(({ merchantId }) => merchantId)}::uuid[],
      ${each(({ apiKeyId }) => apiKeyId)}::uuid[], ${each(({ requestId }) => requestId)}::text[],
      ${each(({ method }) => method)}::text[], ${each(({ route }) => route)}::text[],
      ${each(({ objectId }) => objectId)}::uuid[], ${each(({ externalId }) => externalId)}::text[],
      ${each(({ status }) => status)}::smallint[], ${each(({ code }) => code)}::text[],
      ${each(({ durationMs }) => durationMs)}::integer[], ${each(({ address }) => address)}::inet[],
      ${each(({ isReplayed }) => isReplayed)}::boolean[])
    on conflict (id) do nothing`.execute(statement);
}

const SELECTED = sql`
  select true as present, r.id, r.api_key_id as "apiKeyId", k.name as "keyName", k.is_test as "isTest",
    r.request_id as "requestId", r.method, r.route, r.object_id as "objectId", r.external_id as "externalId", r.status, r.code,
    r.duration_ms as "durationMs", host(r.address) as address, r.is_replayed as "isReplayed"
  from api_request r join api_key k on k.id = r.api_key_id`;

/** What the results are, by their status; `FAILED` is ours. */
const RESULTS: Record<RequestResult, { where: RawBuilder<unknown>; isRare: boolean }> = {
  DONE: { where: sql`r.status < 400`, isRare: false },
  REFUSED: { where: sql`r.status >= 400 and r.status < 500`, isRare: true },
  FAILED: { where: sql`r.status >= 500`, isRare: true },
};

interface Sought extends PageRequest {
  merchantId: string;
  /** The id of a request, or the merchant's own number, whole. */
  search?: string | undefined;
  result?: RequestResult | undefined;
  /** One of their keys. */
  key?: string | undefined;
  /** `POST /orders/:id/cancel`. */
  call?: string | undefined;
  /** Answered from one moment on, and before another. */
  from?: Date | undefined;
  to?: Date | undefined;
  before?: string | undefined;
}

/** What an index leads to: a text first, then a key, a call, what was refused. */
function candidatesOf(
  { merchantId, search = '', key, result }: Sought,
  callIs: RawBuilder<unknown> | undefined,
  span: Span,
) {
  const walk = (where?: RawBuilder<unknown>) =>
    walkOwner({ table: 'api_request', owner: 'merchant_id', ownerId: merchantId, where, ...span });
  if (search !== '') return anyOf([walk(sql`request_id = ${search}`), walk(sql`external_id = ${search}`)]);
  if (key !== undefined) return walk(sql`api_key_id = ${key}`);
  if (callIs !== undefined) return walk(callIs);
  return walk(result !== undefined && RESULTS[result].isRare ? sql`status >= 400` : undefined);
}

/** One page of a merchant's requests, newest first: of the first ten thousand that an index leads to, and from `rest` on the next. */
export function findRequests(db: Reader, sought: Sought): Promise<FoundPage<KeptRequest>> {
  const { merchantId, result, key, call, from, to, page, pageSize, before } = sought;
  const space = call?.indexOf(' ') ?? 0;
  const callIs =
    call === undefined ? undefined : sql`method = ${call.slice(0, space)} and route = ${call.slice(space + 1)}`;
  const span = { since: from && firstIdAt(from), until: to && firstIdAt(to) };
  const where = [
    sql`r.merchant_id = ${merchantId}`,
    ...(result === undefined ? [] : [RESULTS[result].where]),
    ...(key === undefined ? [] : [sql`api_key_id = ${key}`]),
    ...(callIs === undefined ? [] : [callIs]),
  ];
  const candidates = candidatesOf(sought, callIs, span);
  const request = { page, pageSize, before, ...span, candidates, table: 'api_request', where };
  return searchPlatform(db, { select: SELECTED, id: 'r.id' }, request);
}

/** Deletes the oldest requests of before a moment. @returns how many. */
export async function deleteOldest(
  statement: Statement,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from api_request where id in (
      select id from api_request where id < ${firstIdAt(before)}::uuid order by id limit ${limit}
    )`.execute(statement);
  return Number(numAffectedRows);
}
