import type { Actor as StatusActor, OrderMethod } from '@kantor/contract/plain/statuses.ts';
import type { Database } from '../../db/pool.ts';
import { spanOf } from '../../db/own-list.ts';
import { type Reader, transaction, type Tx } from '../../db/tx.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Actor } from '../../kernel/actor.ts';
import { appendAudit, type AuditRow, readAuditOf } from '../audit/index.ts';
import { readTrail, type TrailPosting } from '../ledger/index.ts';
import type { Narrowed, PlatformRequest } from './store.ts';
import { type AccountName, readAccountNames } from '../accounts/index.ts';

/** Deeds that a page shows. */
const MAX_DEEDS = 100;

export type Names = ReadonlyMap<string, AccountName>;

/** What the platform's people see beside an object. */
export interface Besides {
  trail: TrailPosting[];
  journal: AuditRow[];
  /** Of the accounts whose money moved, and of the object's own. */
  names: Names;
}

interface Inspected {
  id: string;
  /** The causes of its postings: itself, and what hangs on it. */
  causes: readonly string[];
  /** The accounts whose it is. */
  accounts: readonly (string | null)[];
}

/** Reads the money that moved for an object, and what people did to it. */
export async function inspect(db: Reader, { id, causes, accounts }: Inspected): Promise<Besides> {
  const [trail, journal] = [await readTrail(db, causes), await readAuditOf(db, id, MAX_DEEDS)];
  const owners = trail.flatMap(({ entries }) => entries.map(({ ownerId }) => ownerId));
  return { trail, journal, names: await readAccountNames(db, [...owners, ...accounts]) };
}

/** The names of the accounts of a page's rows. */
export const namesOf = <Row>(
  db: Reader,
  rows: readonly Row[],
  accountsOf: (row: Row) => readonly (string | null)[],
): Promise<Names> => readAccountNames(db, rows.flatMap(accountsOf));

/** What a list of the platform is asked for. */
export interface Query extends Filters {
  page: number;
  pageSize: number;
  before?: string | undefined;
}

/** What a list of the platform is narrowed to. */
export interface Filters {
  account?: string | undefined;
  status?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  bank?: number | undefined;
  min?: bigint | undefined;
  max?: bigint | undefined;
  search?: string | undefined;
  /** Of orders alone. */
  requisite?: string | undefined;
  method?: OrderMethod | undefined;
  confirmed?: StatusActor | undefined;
  number?: string | undefined;
  trader?: string | undefined;
  merchant?: string | undefined;
}

/** What a call's query asks of a list. */
export const requestOf = ({ page, pageSize, before, ...filters }: Query): PlatformRequest => ({
  page,
  pageSize,
  before,
  ...narrowingOf(filters),
});

/** The same without a page. */
export const narrowingOf = ({ from, to, bank, status = 'ALL', search = '', ...filters }: Filters): Narrowed => ({
  account: undefined,
  min: undefined,
  max: undefined,
  ...filters,
  ...spanOf({ from, to }),
  bankId: bank,
  status,
  search,
});

interface Look {
  /** Who looks. */
  actor: Actor;
  /** The kind of the object, as the journal names it. */
  kind: string;
  id: string;
}

/** Reads an object in full, and keeps in the journal who did, in one transaction. */
export function reveal<Found>(
  { db, clock }: { db: Database; clock: Clock },
  { actor, kind, id }: Look,
  read: (tx: Tx) => Promise<Found>,
): Promise<Found> {
  return transaction(db, async (tx) => {
    await appendAudit(tx, { actor, action: 'reveal', object: { kind, id }, before: null, after: {} }, clock());
    return read(tx);
  });
}
