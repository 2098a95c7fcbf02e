import type { Page } from '../../../db/dense-list.ts';
import type { Database } from '../../../db/pool.ts';
import { type Clock, moscowMidnight } from '../../../kernel/clock.ts';
import { firstIdAt } from '../../../kernel/ids.ts';
import { type AccountsRequest, type ListedAccount, readAccountsPage } from '../../accounts/index.ts';
import { readLastSignIns } from '../../auth/index.ts';
import { type AccountKind, readBalancesOf } from '../../ledger/index.ts';
import { type AccountFigures, readAccountFigures } from '../store/accounts.ts';

/** An account with what it has now. Micro-USDT. */
export interface KnownAccount {
  account: ListedAccount;
  balances: Record<AccountKind, bigint>;
  figures: AccountFigures;
  signedInAt: Date | null;
}

interface Deps {
  db: Database;
  clock: Clock;
}

async function know({ db, clock }: Deps, accounts: readonly ListedAccount[]): Promise<KnownAccount[]> {
  const at = clock();
  const ids = accounts.map(({ id }) => id);
  const [balances, figures, signIns] = await Promise.all([
    readBalancesOf(db, ids),
    readAccountFigures(db, ids, { at, firstIdToday: firstIdAt(moscowMidnight(at)) }),
    readLastSignIns(db, ids),
  ]);
  return accounts.map((account) => ({
    account,
    balances: balances(account.id),
    figures: figures(account.id),
    signedInAt: signIns.get(account.id) ?? null,
  }));
}

/** One page of traders and merchants, each with what it has. */
export async function listAccounts(deps: Deps, request: AccountsRequest): Promise<Page<KnownAccount>> {
  const { count, results } = await readAccountsPage(deps.db, request);
  return { count, results: await know(deps, results) };
}
