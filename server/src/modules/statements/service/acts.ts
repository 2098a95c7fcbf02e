import type { Database } from '../../../db/pool.ts';
import { breaks, type Reader, transaction } from '../../../db/tx.ts';
import type { PersonActor } from '../../../kernel/actor.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { PLATFORM_ACCOUNT, PLATFORM_NAME } from '../../../kernel/platform.ts';
import { type Account, readAccount } from '../../accounts/index.ts';
import { accountObject, appendAudit } from '../../audit/index.ts';
import { lastSettledDay, type OwnersPosting, readOwnersPostings, readRevenue } from '../../ledger/index.ts';
import { isPrinted, MAX_PRINTED, sumOf } from '../rules.ts';
import { type Act, insertAct, type ListedAct, type NewAct, type Period, readAct, readSameAct } from '../store/acts.ts';
import { type Party, readParty, writeParty } from '../store/parties.ts';
import { assertPeriod, getRevenueTotals, getTotals } from './statement.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** @throws ApiError 409 `period_open` while something of its last day may still come. */
function assertOver({ to }: Period, at: Date): void {
  if (to > lastSettledDay(at))
    throw conflict(
      'period_open',
      'Акт составляют за дни, которые закончились: последний из них закрывается в 00:15 по Москве',
    );
}

/** How an account names itself; by its own name until somebody has written more. */
const partyOf = async (db: Reader, { id, name }: Pick<Account, 'id' | 'name'>): Promise<Party> =>
  (await readParty(db, id)) ?? { name, details: '' };

const named = async (db: Reader, account: Account): Promise<Pick<NewAct, 'platform' | 'party'>> => ({
  platform: await partyOf(db, { id: PLATFORM_ACCOUNT, name: PLATFORM_NAME }),
  party: account.role === 'operator' ? null : await partyOf(db, account),
});

/**
 * Gives the act of a period: the platform's own account has one of its revenue. Asked for again it is the same act, under the same
 * number, unless a party names itself otherwise by now.
 * @throws ApiError 404 for an unknown account, 400 when the period ends before it begins, 409 `period_open`.
 */
export async function makeAct(
  { db, clock }: Deps,
  actor: PersonActor,
  accountId: string,
  period: Period,
): Promise<ListedAct> {
  const at = clock();
  assertPeriod(period);
  assertOver(period, at);
  const account = await readAccount(db, accountId);
  if (account === undefined) throw notFound();
  const names = await named(db, account);
  const act: NewAct = {
    id: newId(at),
    accountId,
    ...period,
    ...names,
    madeAt: at,
    madeBy: actor.personId,
    madeIn: actor.accountId,
  };
  return (await readSameAct(db, act)) ?? (await give(db, actor, account, act));
}

async function give(db: Database, actor: PersonActor, { role }: Account, act: NewAct): Promise<ListedAct> {
  try {
    await transaction(db, async (tx) => {
      const totals = role === 'operator' ? await getRevenueTotals(tx, act) : await getTotals(tx, act.accountId, act);
      await insertAct(tx, act, totals);
      const object = { kind: 'act', id: act.id };
      const after = { from: act.from, to: act.to };
      await appendAudit(
        tx,
        { actor, accountIds: [act.accountId], action: 'make-act', object, before: null, after },
        act.madeAt,
      );
    });
  } catch (error) {
    if (!breaks(error, 'act_same')) throw error;
  }
  const given = await readSameAct(db, act);
  if (given === undefined) throw new Error('An act that was given is not there');
  return given;
}

/** A posting that changed the whole balance, and what it came to. Micro-USDT. */
interface Line extends OwnersPosting {
  balance: bigint;
}

/** An act with its lines, oldest first; undefined: they are too many to be printed. */
export interface WholeAct extends Act {
  lines: Line[] | undefined;
}

/** @param accountId whose it must be; absent: anybody's. @throws ApiError 404. */
export async function getAct(db: Reader, id: string, accountId?: string): Promise<WholeAct> {
  const act = await readAct(db, id);
  if (act === undefined || (accountId !== undefined && act.accountId !== accountId)) throw notFound();
  return { ...act, lines: isPrinted(act.parts) ? await readLines(db, act) : undefined };
}

async function readLines(db: Reader, { accountId, parts, from, to }: Act): Promise<Line[]> {
  const numbers = parts.flatMap((part) => part.numbers ?? []);
  const postings =
    numbers.length > 0
      ? await readOwnersPostings(db, accountId, numbers)
      : (await readRevenue(db, { page: 1, pageSize: Number(MAX_PRINTED), from, to })).results.toReversed();
  let balance = sumOf(parts, 'opening');
  return postings.map(({ reason, cause, at, amount }) => ({ reason, cause, at, amount, balance: (balance += amount) }));
}

/** Empty while nobody has written it. */
export const getParty = async (db: Reader, accountId: string): Promise<Party> =>
  (await readParty(db, accountId)) ?? { name: '', details: '' };

/** Names an account in the acts that are given from now on. */
export async function setParty({ db, clock }: Deps, actor: PersonActor, party: Party): Promise<void> {
  const at = clock();
  await transaction(db, async (tx) => {
    const before = (await readParty(tx, actor.accountId)) ?? null;
    await writeParty(tx, actor.accountId, party, at);
    const object = accountObject(actor.accountId);
    await appendAudit(
      tx,
      { actor, action: 'set-party', object, before: before && { ...before }, after: { ...party } },
      at,
    );
  });
}
