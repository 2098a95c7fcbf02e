import type { Database } from '../../db/pool.ts';
import type { FoundPage } from '../../db/platform-search.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';
import { type AccountName, readAccountNames } from '../accounts/index.ts';
import { type AuditRow, type JournalRequest, readJournal } from './store.ts';

/** An entry as a journal shows it. */
export interface Deed extends AuditRow {
  account: AccountName | undefined;
}

/** One page of what was done in an account, and to it. What the platform's people do tells neither who nor from where. */
export async function listJournal(
  db: Database,
  accountId: string,
  request: Omit<JournalRequest, 'accountId'>,
): Promise<FoundPage<AuditRow>> {
  const page = await readJournal(db, { ...request, accountId });
  if (accountId === PLATFORM_ACCOUNT) return page;
  return { ...page, results: page.results.map((row) => (row.accountId === accountId ? row : byPlatform(row))) };
}

const byPlatform = (row: AuditRow): AuditRow => ({
  ...row,
  who: 'Платформа',
  personId: null,
  osUser: null,
  address: null,
  browser: null,
});

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
