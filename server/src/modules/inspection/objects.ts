import type { Call } from '@kantor/contract/wire/call.ts';
import type { z } from 'zod';
import type { Database } from '../../db/pool.ts';
import type { Reads } from '../../db/replica.ts';
import type { FoundPage } from '../../db/platform-search.ts';
import type { Reader } from '../../db/tx.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { type AnyList, bindList, defineList, type List } from '../../http/list.ts';
import { toStatusTotals } from '../../http/page.ts';
import type { Clock } from '../../kernel/clock.ts';
import { notFound } from '../../kernel/errors.ts';
import { DOTTED, REVEALED, type Sight } from '../../kernel/mask.ts';
import {
  type Besides,
  type Filters,
  inspect,
  type Names,
  namesOf,
  narrowingOf,
  type Query,
  requestOf,
  reveal,
} from './service.ts';
import { type PlatformRequest, type SummedObjects, sumObjects } from './store.ts';
import { toFoundPage } from './wire.ts';

type ObjectListCall<Item> = Call & {
  right: 'platform.read';
  query: z.ZodType<Query>;
  response: z.ZodType<{ count: number; results: Item[]; rest: FoundPage<unknown>['rest'] }>;
};

type ObjectCall<Detail, Right> = Call & {
  right: Right;
  params: z.ZodType<{ id: string }>;
  response: z.ZodType<Detail>;
};

/** The list of all accounts' objects of a kind: `Owned` is what says whose a row is. */
interface ObjectList<Owned, Row extends Owned, Item, C extends ObjectListCall<Item>> {
  name: List['name'];
  call: C;
  /** One page of the list. */
  list: (db: Reader, request: PlatformRequest, at: Date) => Promise<FoundPage<Row>>;
  /** The accounts whose it is. */
  accountsOf: (owned: Owned) => readonly (string | null)[];
  toItem: (row: Row, names: Names, at: Date) => NoInfer<Item>;
  columns: List<C>['columns'];
}

/** Defines the list of a kind of objects over all accounts. */
export const objectList = <Owned, Row extends Owned, Item, C extends ObjectListCall<Item>>({
  list,
  accountsOf,
  toItem,
  ...definition
}: ObjectList<Owned, Row, Item, C>): List<C> =>
  defineList<C>({
    ...definition,
    read: async ({ db, clock, query }) => {
      const at = clock();
      // The call's schemas are of these types, which its own type does not say.
      const found = await list(db, requestOf(query), at);
      const names = await namesOf(db, found.results, accountsOf);
      return toFoundPage(found, (row) => toItem(row, names, at)) as z.output<C['response']>;
    },
  });

/** What the answer about an object is made with. */
interface Look {
  besides: Besides;
  names: Names;
  sight: Sight;
  at: Date;
  /** Who looks. */
  caller: Caller;
}

/** The objects of a kind as the platform's people see them: `Owned` is what says whose an object is. */
interface Objects<Owned, Found extends Owned, Detail> {
  list: AnyList;
  calls: {
    get: ObjectCall<Detail, 'platform.read'>;
    /** Where an object has numbers of payers or payees. */
    reveal?: ObjectCall<Detail, 'platform.reveal'>;
  };
  /** As the journal names it. */
  kind: string;
  /** Anybody's object; undefined when there is none. */
  find: (db: Reader, id: string, at: Date) => Promise<Found | undefined>;
  /** The accounts whose it is. */
  accountsOf: (owned: Owned) => readonly (string | null)[];
  /** The causes of an object's postings, where money moves for it. */
  causesOf?: (found: Found) => readonly string[];
  toDetail: (found: Found, look: Look) => NoInfer<Detail>;
}

/** What the platform's people read all accounts' objects by. */
export interface PlatformDeps {
  db: Database;
  /** Where lists and their sums are read. */
  reads: Reads;
  clock: Clock;
}

/** Binds the calls of a kind of objects: their list over all accounts, one as its owner sees it, and the same without dots. */
export function bindObjects<Owned, Found extends Owned, Detail>(
  bind: Bind,
  deps: PlatformDeps,
  { list, calls, kind, find, accountsOf, causesOf = () => [], toDetail }: Objects<Owned, Found, Detail>,
): void {
  const { db, reads, clock } = deps;
  const read = async (reader: Reader, id: string, sight: Sight, caller: Caller): Promise<Detail> => {
    const at = clock();
    const found = await find(reader, id, at);
    if (found === undefined) throw notFound();
    const besides = await inspect(reader, { id, causes: causesOf(found), accounts: accountsOf(found) });
    return toDetail(found, { besides, names: besides.names, sight, at, caller });
  };
  bindList(bind, { db: reads.current, clock }, list);
  bind(calls.get, ({ caller, params: { id } }) => read(db, id, DOTTED, caller));
  if (calls.reveal === undefined) return;
  bind(calls.reveal, ({ caller, params: { id }, request }) =>
    reveal(deps, { actor: actorOf(caller, request), kind, id }, (tx) => read(tx, id, REVEALED, caller)),
  );
}

type TotalsCall = Call & {
  right: 'platform.read';
  query: z.ZodType<Filters>;
  response: z.ZodType<ReturnType<typeof toStatusTotals>>;
};

/** Binds the call that says how many objects a list has in each status, and what they come to. `readObjects`: as the list knows them. */
export const bindTotals = (
  bind: Bind,
  { reads, clock }: Pick<PlatformDeps, 'reads' | 'clock'>,
  call: TotalsCall,
  readObjects: (at: Date, status: string | undefined) => SummedObjects | Promise<SummedObjects>,
): void =>
  bind(call, async ({ query }) =>
    toStatusTotals(await sumObjects(reads.current, await readObjects(clock(), query.status), narrowingOf(query))),
  );
