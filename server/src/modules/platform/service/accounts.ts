import type { OwnedPart } from '@kantor/contract/plain/money-trail.ts';
import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { Database } from '../../../db/pool.ts';
import { type Clock, type Days, moscowMidnight, spanOf } from '../../../kernel/clock.ts';
import { notFound } from '../../../kernel/errors.ts';
import { firstIdAt } from '../../../kernel/ids.ts';
import {
  type AccountsNarrowing,
  type AccountsRequest,
  countAccounts,
  type FeeMismatch,
  getListed,
  type ListedAccount,
  readAccountIds,
  readAccountsPage,
  readCappedTraders,
  readCappingMerchants,
} from '../../accounts/index.ts';
import { readAuditOf } from '../../audit/index.ts';
import { readLastSignIns, readMemberSignIns } from '../../auth/index.ts';
import { type AccountEntry, type AccountKind, readBalancesOf, readEntries, sumBalancesOf } from '../../ledger/index.ts';
import { readMerchantLimits } from '../../orders/index.ts';
import { type Invitation, type Member, readInvitations, readMembers } from '../../people/index.ts';
import { type AccountPermit, MAX_PERMITS, readPermits } from '../../requisites/index.ts';
import { readFactorHolders } from '../../second-factor/index.ts';
import { readWallets, type Wallet } from '../../withdrawals/index.ts';
import { type AccountFigures, readAccountFigures } from '../store/accounts.ts';

/** Accounts that are named beside a fee; of more, the number is told. */
const MAX_NAMED = 10;

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

/** An account with everything that its page shows. */
export interface AccountPage extends KnownAccount {
  /** Accounts of the other role whose fee or reward does not go together with this one's, some of them by name. */
  capped: readonly FeeMismatch[];
  /** Of a merchant. */
  limits: Awaited<ReturnType<typeof readMerchantLimits>> | undefined;
  members: readonly (Member & { signedInAt: Date | null; hasFactor: boolean })[];
  invitations: readonly Invitation[];
  wallets: readonly Wallet[];
  permits: readonly AccountPermit[];
  /** Who of the platform stopped its traffic; undefined where nobody did, or it was before the deeds that are looked at. */
  stoppedBy: string | undefined;
}

async function readPeople({ db, clock }: Deps, accountId: string) {
  const [members, signIns] = await Promise.all([readMembers(db, accountId), readMemberSignIns(db, accountId)]);
  const ids = members.map(({ id }) => id);
  const [holders, invitations] = await Promise.all([
    readFactorHolders(db, ids),
    readInvitations(db, accountId, clock()),
  ]);
  return {
    members: members.map((member) => ({
      ...member,
      signedInAt: signIns.get(member.id) ?? null,
      hasFactor: holders.has(member.id),
    })),
    invitations,
  };
}

/** Deeds about an account among which its stop is looked for. */
const MAX_DEEDS = 100;

async function readStopper(db: Database, id: string): Promise<string | undefined> {
  const deeds = await readAuditOf(db, id, MAX_DEEDS);
  return deeds.find(({ action }) => action === 'stop-traffic')?.who;
}

/** A trader or a merchant, in full. @throws ApiError 404, also of the platform's own account. */
export async function getAccount(deps: Deps, id: string): Promise<AccountPage> {
  const { db, clock } = deps;
  const account = await getListed(db, id);
  const isTrader = account.role === 'trader';
  const [known, people, capped, limits, wallets, permits, stoppedBy] = await Promise.all([
    know(deps, [account]),
    readPeople(deps, id),
    isTrader ? readCappingMerchants(db, account.rewardBp, MAX_NAMED) : readCappedTraders(db, account.feeBp, MAX_NAMED),
    isTrader ? undefined : readMerchantLimits(db, id, clock()),
    readWallets(db, id),
    isTrader ? readPermits(db, MAX_PERMITS, id) : [],
    account.trafficStoppedAt === null ? undefined : readStopper(db, id),
  ]);
  const [own] = known;
  if (own === undefined) throw notFound();
  return { ...own, ...people, capped, limits, wallets, permits, stoppedBy };
}

/** One page of the entries on a part of an account's balance, newest first. @throws ApiError 404. */
export async function listEntries(
  db: Database,
  { id, part, from, to, ...page }: { id: string; part: OwnedPart } & Days & PageRequest,
): Promise<Page<AccountEntry>> {
  await getListed(db, id);
  return readEntries(db, { id, kind: part }, { ...page, ...spanOf({ from, to }) });
}

/** One page of traders and merchants, each with what it has. */
export async function listAccounts(deps: Deps, request: AccountsRequest): Promise<Page<KnownAccount>> {
  const { count, results } = await readAccountsPage(deps.db, request);
  return { count, results: await know(deps, results) };
}

/** How many traders and merchants fit, and what they have together, in micro-USDT. A debt is above zero. */
export async function sumAccounts({ db }: Pick<Deps, 'db'>, narrowing: AccountsNarrowing) {
  const [ids, states] = await Promise.all([readAccountIds(db, narrowing), countAccounts(db, narrowing)]);
  const { available, held, earned, owed } = await sumBalancesOf(db, ids);
  return { count: ids.length, available, held, earned, debt: -owed, states };
}
