import { randomInt } from 'node:crypto';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { OrderFilter } from '@kantor/contract/plain/statuses.ts';
import { createPool, type Database } from '@kantor/server/src/db/pool.ts';
import type { Owner } from '@kantor/server/src/kernel/owner.ts';
import { listPlatformOrders } from '@kantor/server/src/modules/orders/service/platform.ts';
import { listOrders } from '@kantor/server/src/modules/orders/service/reading.ts';
import { readTotals } from '@kantor/server/src/modules/orders/store/totals.ts';
import { readEntries } from '@kantor/server/src/modules/ledger/index.ts';
import { readMembers } from '@kantor/server/src/modules/people/index.ts';
import pg from 'pg';
import { RARE } from './grown-fill.ts';
import { behind, caughtStatement } from './lists.ts';

const PAGE_SIZE = 30;
/** No filter of the platform's list. */
const ANY = { account: undefined, bankId: undefined, min: undefined, max: undefined, before: undefined };
/** Different pages of one kind. */
const PAGES = 25;

/** A step of a plan, as PostgreSQL tells it: rows are of one loop. */
interface Step {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Step[];
}

interface Explained {
  'QUERY PLAN': [{ 'Execution Time': number; Plan: Step }];
}

interface Account {
  milliseconds: number;
  /** Rows of tables and entries of indexes that were read, also for nothing. */
  touched: number;
  /** The indexes that were used, each with what it was asked. */
  indexes: { name: string; condition: string }[];
}

function touchedBy({ Plans: below = [], ...step }: Step): number {
  const isScan = /(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(step['Node Type']);
  const rows = isScan ? (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops'] : 0;
  return below.reduce((sum, next) => sum + touchedBy(next), rows);
}

function indexesOf({ Plans: below = [], 'Index Name': name, 'Index Cond': condition = '' }: Step): Account['indexes'] {
  return [...(name === undefined ? [] : [{ name, condition }]), ...below.flatMap((next) => indexesOf(next))];
}

export interface Request {
  owner: Owner;
  status: OrderFilter;
  page: number;
  search: string;
  /** Of the whole platform's orders, whosever they are. */
  ofAll?: true;
  /** In place of orders: what of the account's page is read. */
  read?: (db: Database, accountId: string, page: PageRequest) => Promise<unknown>;
}

/** What is read of a marketplace, again and again: a kind is a line of the results. */
export interface Kind {
  name: string;
  /** Of the whole list, without a search. */
  isPage: boolean;
  requests: (of: Reading) => Promise<Request[]>;
}

/** A parameter as it stands in a statement. */
const literal = (value: string | null): string => (value === null ? 'null' : pg.escapeLiteral(value));

/** A marketplace that is read. */
export class Reading {
  readonly #client: pg.Client;
  readonly #db: Database;

  private constructor(client: pg.Client, db: Database) {
    this.#client = client;
    this.#db = db;
  }

  static async open(url: string): Promise<Reading> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    return new Reading(client, createPool(url, { max: 1 }));
  }

  async query<Result extends pg.QueryResultRow>(text: string): Promise<Result[]> {
    return (await this.#client.query<Result>(text)).rows;
  }

  /** The owner's id: the first of a role has half of all orders, the last one a thirtieth. */
  async owner(role: Owner['role'], n: 0 | 15): Promise<Owner> {
    const [row] = await this.query<{ id: string }>(`select id from account where name = '${role}-${n}'`);
    if (row === undefined) throw new Error(`There is no ${role}-${n}`);
    return { role, id: row.id };
  }

  /** PostgreSQL's own account of a request, by the plan that the product's connections come to use after `warmUp` times. */
  async explain(request: Request, { warmUp, rounds }: { warmUp: number; rounds: number }): Promise<Account[]> {
    const { owner, search, ofAll, read, ...page } = request;
    const statement = await caughtStatement(this.#db, (db) =>
      read !== undefined
        ? read(db, owner.id, { page: page.page, pageSize: PAGE_SIZE })
        : ofAll
          ? listPlatformOrders(db, { ...ANY, ...page, pageSize: PAGE_SIZE, search }, new Date())
          : listOrders(db, owner, { ...page, pageSize: PAGE_SIZE, search }),
    );
    const given = statement.values.map(literal).join(', ');
    await this.query(`prepare asked as ${statement.text}`);
    const accounts = await behind(this.#client, statement, async () => {
      for (let n = 0; n < warmUp; n += 1) await this.query(`execute asked(${given})`);
      const all: Account[] = [];
      for (let n = 0; n < rounds; n += 1) {
        const [row] = await this.query<Explained>(`explain (analyze, timing off, format json) execute asked(${given})`);
        const [explained] = row?.['QUERY PLAN'] ?? [];
        if (explained === undefined) throw new Error('A plan is missing');
        const { 'Execution Time': milliseconds, Plan: plan } = explained;
        all.push({ milliseconds, touched: touchedBy(plan), indexes: indexesOf(plan) });
      }
      return all;
    });
    await this.query('deallocate asked');
    return accounts;
  }

  async close(): Promise<void> {
    await this.#client.end();
    await this.#db.destroy();
  }
}

/** Random pages of the list of everybody's orders, of a status, or searches of these. */
const ofEverybody = (name: string, status: OrderFilter, text?: string): Kind => ({
  name: `${text === undefined ? 'any page' : 'search'} of everybody's ${name}`,
  isPage: text === undefined,
  async requests(of) {
    const owner = await of.owner('trader', 0);
    if (text !== undefined) {
      const texts = await of.query<{ text: string }>(
        `select ${text} as text from platform_list join orders on orders.id = object_id
         where list = 'orders' and number in (select max(number) / 2 + n from platform_list, unnest('{0,50,100}'::integer[]) as n where list = 'orders' group by n)`,
      );
      return texts.map(({ text: search }) => ({ owner, status, page: 1, search, ofAll: true as const }));
    }
    const [row] = await of.query<{ n: number }>(
      `select count(*)::integer as n from platform_list where list = 'orders' ${status === 'ALL' ? '' : `and status = '${status}'`}`,
    );
    const last = Math.max(1, Math.floor((row?.n ?? 0) / PAGE_SIZE));
    return Array.from({ length: PAGES }, () => ({
      owner,
      status,
      page: 1 + randomInt(last),
      search: '',
      ofAll: true as const,
    }));
  },
});

/** Random pages of an owner's list, of a status. */
const pages = (role: Owner['role'], n: 0 | 15, status: OrderFilter): Kind => ({
  name: `any page of a ${role}'s ${status === 'ALL' ? 'orders' : `${status} orders`}${n === 0 ? '' : ', of few'}`,
  isPage: true,
  async requests(of) {
    const owner = await of.owner(role, n);
    const [row] = await of.query<{ n: number }>(
      `select count(*)::integer as n from orders where ${role}_id = '${owner.id}' ${status === 'ALL' ? '' : `and status = '${status}'`}`,
    );
    const last = Math.max(1, Math.floor((row?.n ?? 0) / PAGE_SIZE));
    return Array.from({ length: PAGES }, () => ({ owner, status, page: 1 + randomInt(last), search: '' }));
  },
});

/** Searches of everybody with every status, for texts that orders in the middle of their list give, or for one text. */
const searches = (
  name: string,
  text: string | { of: string },
  {
    roles = ['trader', 'merchant'],
    statuses = ['ALL', 'CLOSED', 'DECLINED'],
  }: { roles?: Owner['role'][]; statuses?: OrderFilter[] } = {},
): Kind => ({
  name: `search by ${name}`,
  isPage: false,
  async requests(of) {
    const found: Request[] = [];
    for (const role of roles) {
      for (const n of [0, 15] as const) {
        const owner = await of.owner(role, n);
        const texts =
          typeof text === 'string'
            ? [{ text }]
            : await of.query<{ text: string }>(
                `select ${text.of} as text from list_sequence join orders on ${role}_id = owner_id and ${role}_seq in (last / 2, last / 2 + 50, last / 2 + 100)
                 where owner_id = '${owner.id}' and list = 'orders'`,
              );
        for (const { text: search } of texts)
          for (const status of statuses) found.push({ owner, status, page: 1, search });
      }
    }
    return found;
  },
});

/** A part of the page of the account that has half of all orders, as the platform's people see it. */
const accountPage = (
  name: string,
  role: Owner['role'],
  read: NonNullable<Request['read']>,
  /** How many there are, for random pages of them; one page when absent. */
  count?: (id: string) => string,
): Kind => ({
  name: `${name} on the page of a ${role}`,
  isPage: true,
  async requests(of) {
    const owner = await of.owner(role, 0);
    const [row] = count === undefined ? [] : await of.query<{ n: number }>(count(owner.id));
    const last = Math.max(1, Math.floor((row?.n ?? 0) / PAGE_SIZE));
    const request = { owner, status: 'ALL' as const, search: '', read };
    return Array.from({ length: PAGES }, () => ({ ...request, page: 1 + randomInt(last) }));
  },
});

/** Before all orders: most of a block is then looked at, as on the worst day. */
const FIRST_ID = '00000000-0000-7000-8000-000000000000';

const entriesOf = (id: string) =>
  `select version::integer as n from ledger_account where owner_id = '${id}' and kind = 'available'`;

export const KINDS: readonly Kind[] = [
  accountPage(
    'any page of entries',
    'trader',
    (db, id, page) => readEntries(db, { id, kind: 'available' }, page),
    entriesOf,
  ),
  accountPage(
    'any page of entries',
    'merchant',
    (db, id, page) => readEntries(db, { id, kind: 'available' }, page),
    entriesOf,
  ),
  accountPage('sums of orders', 'trader', (db, id) => readTotals(db, { role: 'trader', id }, undefined)),
  accountPage('sums of orders', 'merchant', (db, id) => readTotals(db, { role: 'merchant', id }, undefined)),
  accountPage('sums of orders since a day', 'trader', (db, id) => readTotals(db, { role: 'trader', id }, FIRST_ID)),
  accountPage('members', 'trader', (db, id) => readMembers(db, id)),
  pages('trader', 0, 'ALL'),
  pages('trader', 0, 'CLOSED'),
  pages('trader', 0, 'DECLINED'),
  pages('trader', 15, 'CLOSED'),
  pages('merchant', 0, 'ALL'),
  pages('merchant', 0, 'CLOSED'),
  pages('merchant', 0, 'DECLINED'),
  ofEverybody('orders', 'ALL'),
  ofEverybody('closed orders', 'CLOSED'),
  ofEverybody('orders by sum', 'ALL', "(orders.amount / 100) || ',' || lpad((orders.amount % 100)::text, 2, '0')"),
  searches('whole id', { of: 'id::text' }),
  searches('the first 8 digits of an id', { of: 'left(id::text, 8)' }),
  searches('short name', { of: 'upper(right(id::text, 8))' }),
  searches("a merchant's own number", { of: 'external_id' }, { roles: ['merchant'] }),
  searches('sum', { of: "(amount / 100) || ',' || lpad((amount % 100)::text, 2, '0')" }),
  searches('last four digits, that few orders have', RARE.last4),
  searches("payee's name, that few orders have", RARE.fio),
  searches("payee's phone, of which all orders have the beginning", '+7999', { statuses: ['ALL', 'CLOSED'] }),
  searches('a text that nothing has', 'nothing at all'),
];
