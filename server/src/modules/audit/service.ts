import type { Database } from '../../db/pool.ts';
import type { FoundPage } from '../../db/platform-search.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';
import { type AccountName, readAccountNames } from '../accounts/index.ts';
import { type AuditRow, type Facts, type JournalRequest, readJournal } from './store.ts';

/** An entry as a journal shows it. */
export interface Deed extends AuditRow {
  account: AccountName | undefined;
}

/** One page of what was done in an account, and to it: of what was done elsewhere, what is the account's to know. */
export async function listJournal(
  db: Database,
  accountId: string,
  request: Omit<JournalRequest, 'accountId'>,
): Promise<FoundPage<AuditRow>> {
  const page = await readJournal(db, { ...request, accountId });
  if (accountId === PLATFORM_ACCOUNT) return page;
  const name = (await readAccountNames(db, [accountId])).get(accountId)?.name ?? '';
  const results = page.results.map((row) => {
    if (row.accountId === accountId) return row;
    return isOwnSecurity(row) ? elsewhere(row) : byPlatform(row, name);
  });
  return { ...page, results };
}

/** A member did it to their own sign-in, in another of their accounts. */
const isOwnSecurity = ({ objectKind, objectId, personId }: AuditRow) =>
  objectKind === 'person' && objectId === personId;

const elsewhere = (row: AuditRow): AuditRow => ({ ...row, osUser: null, address: null, browser: null });

const byPlatform = (row: AuditRow, name: string): AuditRow => ({
  ...elsewhere(row),
  who: 'Платформа',
  personId: null,
  before: row.before && factsFor(name, row.before),
  after: factsFor(name, row.after),
});

/** Who works for the platform, and what is another account's. */
const HIDDEN = /^(?:sending_by|proposed_by|alone(?:_usdt)?|trader|merchant|.*_claimed_by)$/;
/** In rows of before it stood with the account that was allowed. */
const CLAIMED_BY = /, claimed by .*$/;

/** The facts that an account may read: of balances, `<account's name>.<balance>`, its own. */
function factsFor(name: string, facts: Facts): Facts {
  const seen = Object.entries(facts).flatMap(([fact, value]): [string, Facts[string]][] => {
    const dot = fact.lastIndexOf('.');
    if (HIDDEN.test(fact) || (dot >= 0 && fact.slice(0, dot) !== name)) return [];
    return [[fact.slice(dot + 1), typeof value === 'string' ? value.replace(CLAIMED_BY, '') : value]];
  });
  return Object.fromEntries(seen);
}

/** One page of what everybody did, for the platform's people. */
export async function listPlatformJournal(db: Database, request: JournalRequest): Promise<FoundPage<Deed>> {
  const page = await readJournal(db, request);
  const names = await readAccountNames(
    db,
    page.results.map(({ accountId }) => accountId),
  );
  return {
    ...page,
    results: page.results.map((row) => ({ ...row, account: names.get(row.accountId ?? '') })),
  };
}
