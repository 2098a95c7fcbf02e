import type { Call } from '@kantor/contract/wire/call.ts';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import type { PlatformList } from '../../db/platform-list.ts';
import type { FoundPage } from '../../db/platform-search.ts';
import type { Reader } from '../../db/tx.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import type { FileColumn } from '../../http/table-file.ts';
import type { Clock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { DOTTED, REVEALED, type Sight } from '../../kernel/mask.ts';
import { sendFile } from './export.ts';
import { type Besides, inspect, type Names, namesOf, type Query, requestOf, reveal } from './service.ts';
import type { PlatformRequest } from './store.ts';
import { toFoundPage } from './wire.ts';

type ListCall<Item> = Call & {
  right: 'platform.read';
  query: z.ZodType<Query>;
  response: z.ZodType<{ count: number; results: Item[]; rest: FoundPage<unknown>['rest'] }>;
};

type ObjectCall<Detail, Right> = Call & {
  right: Right;
  params: z.ZodType<{ id: string }>;
  response: z.ZodType<Detail>;
};

/** A row of a list's answer. */
export type ItemOf<C extends { response: z.ZodType<{ results: unknown[] }> }> = z.output<
  C['response']
>['results'][number];

/** The list as a file: its call, its name, and its columns. */
interface ListFile<Item> {
  call: Call & {
    right: 'platform.export';
    query: z.ZodType<Omit<Query, 'page' | 'pageSize' | 'before'>>;
    response: z.ZodType<Uint8Array | AsyncIterable<string>>;
  };
  name: PlatformList['list'];
  columns: readonly FileColumn<Item>[];
}

/** What the answer about an object is made with. */
interface Look {
  besides: Besides;
  names: Names;
  sight: Sight;
  at: Date;
  /** Who looks. */
  caller: Caller;
}

/** The objects of a kind as the platform's people see them: `Owned` is what says whose a row, or an object, is. */
interface Objects<Owned, Row extends Owned, Item, Found extends Owned, Detail> {
  calls: {
    list: ListCall<Item>;
    get: ObjectCall<Detail, 'platform.read'>;
    /** Where an object has numbers of payers or payees. */
    reveal?: ObjectCall<Detail, 'platform.reveal'>;
  };
  /** As the journal names it. */
  kind: string;
  /** One page of the list. */
  list: (db: Reader, request: PlatformRequest, at: Date) => Promise<FoundPage<Row>>;
  /** Anybody's object; undefined when there is none. */
  find: (db: Reader, id: string, at: Date) => Promise<Found | undefined>;
  /** The accounts whose it is. */
  accountsOf: (owned: Owned) => readonly (string | null)[];
  /** The causes of an object's postings, where money moves for it. */
  causesOf?: (found: Found) => readonly string[];
  toItem: (row: Row, names: Names, at: Date) => NoInfer<Item>;
  /** Where people take the list away. */
  file?: ListFile<NoInfer<Item>>;
  toDetail: (found: Found, look: Look) => NoInfer<Detail>;
}

/** Binds the calls of a kind of objects: their list over all accounts, one as its owner sees it, and the same without dots. */
export function bindObjects<Owned, Row extends Owned, Item, Found extends Owned, Detail>(
  bind: Bind,
  deps: { db: Database; clock: Clock },
  {
    calls,
    kind,
    list,
    find,
    accountsOf,
    causesOf = () => [],
    toItem,
    file,
    toDetail,
  }: Objects<Owned, Row, Item, Found, Detail>,
): void {
  const { db, clock } = deps;
  const read = async (reader: Reader, id: string, sight: Sight, caller: Caller): Promise<Detail> => {
    const at = clock();
    const found = await find(reader, id, at);
    if (found === undefined) throw notFound();
    const besides = await inspect(reader, { id, causes: causesOf(found), accounts: accountsOf(found) });
    return toDetail(found, { besides, names: besides.names, sight, at, caller });
  };
  const readPage = async (reader: Reader, query: Query, at: Date) => {
    const found = await list(reader, requestOf(query), at);
    const names = await namesOf(reader, found.results, accountsOf);
    return toFoundPage(found, (row) => toItem(row, names, at));
  };
  bind(calls.list, ({ query }) => readPage(db, query, clock()));
  bind(calls.get, ({ caller, params: { id } }) => read(db, id, DOTTED, caller));
  if (file !== undefined)
    bind(file.call, ({ caller, query, request, reply }) => {
      const at = clock();
      return sendFile(deps, reply, {
        ...file,
        actor: actorOf(caller, request),
        object: { kind: 'list', id: file.name },
        filters: request.query as Record<string, string>,
        read: (reader, asked) => readPage(reader, { ...query, ...asked }, at),
      });
    });
  if (calls.reveal === undefined) return;
  bind(calls.reveal, ({ caller, params: { id }, request }) =>
    reveal(deps, { actor: actorOf(caller, request), kind, id }, (tx) => read(tx, id, REVEALED, caller)),
  );
}
