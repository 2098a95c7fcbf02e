import { SERVER_LISTS } from '@kantor/contract/plain/exports.ts';
import type { Reader } from '../../../db/tx.ts';
import type { Caller } from '../../../http/endpoint.ts';
import { parse } from '../../../http/endpoint.ts';
import type { AnyList } from '../../../http/list.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { forbidden, notFound } from '../../../kernel/errors.ts';
import { readAccount } from '../../accounts/index.ts';
import { readMemberRole, readPerson } from '../../people/index.ts';
import { mayTake } from './access.ts';
import type { Asked, Holder } from '../store/rows.ts';

/** Rows that are read at a time, and in memory. */
const BATCH_SIZE = 1000;

const isServerList = ({ name }: AnyList): boolean => name in SERVER_LISTS;

/**
 * Whoever a file is made for, as they are now; the file is theirs no more when they may not see the list any more.
 * @throws ApiError 403.
 */
export async function holderNow(db: Reader, { accountId, personId }: Holder, list: AnyList): Promise<Caller> {
  const account = await readAccount(db, accountId);
  if (account === undefined || account.blockedAt !== null) throw forbidden();
  const { role } = account;
  if (personId === null) {
    if (!isServerList(list)) throw forbidden();
    return { id: accountId, role };
  }
  const [person, memberRole] = [await readPerson(db, personId), await readMemberRole(db, { personId, accountId })];
  if (person === undefined || person.blockedAt !== null || memberRole === undefined) throw forbidden();
  const caller = { id: accountId, role, memberRole, person: { id: personId, username: person.username } };
  if (!mayTake(caller, list)) throw forbidden();
  return caller;
}

/** A list as it is asked for: its pages, one after the other. */
interface Asking {
  read: (db: Reader, page: { page: number; pageSize: number; before: string | undefined }) => Promise<Page>;
  /** All of it is in one answer. */
  isWhole: boolean;
}

interface Page {
  count: number;
  results: never[];
  /** Where a search that has not looked at everything goes on. */
  rest: { before: string } | null;
}

/** Passes what is asked by the list's own schemas. @throws ApiError 400, 404. */
export function askList(list: AnyList, caller: Caller, clock: Clock, { object, filters }: Asked): Asking {
  const { call } = list;
  if ((call.params === undefined) !== (object === null)) throw notFound();
  const params = parse(call.params, { id: object }, 'params');
  const query = parse(call.query, filters, 'query') as object | undefined;
  return {
    isWhole: query === undefined,
    read: async (db, page) => {
      const {
        count,
        results,
        rest = null,
      } = await list.read({
        ...{ db, clock, caller, params },
        query: query && { ...query, ...page },
      });
      return { count, results: results as never[], rest };
    },
  };
}

interface Batch {
  items: never[];
  /** Null: it is not known yet. */
  total: number | null;
}

/** All rows, batch by batch. */
export async function* batchesOf(reader: Reader, { read, isWhole }: Asking): AsyncGenerator<Batch> {
  let before: string | undefined;
  let isSearch = false;
  for (let page = 1; ; page += 1) {
    const { count, results, rest } = await read(reader, { page, pageSize: BATCH_SIZE, before });
    isSearch ||= rest !== null;
    yield { items: results, total: isSearch ? null : count };
    if (isWhole) return;
    if (page * BATCH_SIZE < count && results.length > 0) continue;
    if (rest === null) return;
    ({ before } = rest);
    page = 0;
  }
}
