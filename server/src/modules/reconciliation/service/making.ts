import { MAX_RECONCILIATIONS_A_DAY } from '@kantor/contract/plain/reconciliations.ts';
import type { Database } from '../../../db/pool.ts';
import { openSnapshot } from '../../../db/snapshot.ts';
import { breaks, singleStatement, transaction } from '../../../db/tx.ts';
import type { Upload } from '../../../http/uploads.ts';
import { after, DAY, HOUR, MINUTE } from '../../../kernel/clock.ts';
import { badRequest, conflict, RateLimited } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { appendAudit } from '../../audit/index.ts';
import { assertFileName } from '../../tables/index.ts';
import type { Result } from '../piles.ts';
import { meaningsToKeep, unknownWords } from '../rules.ts';
import * as store from '../store/reconciliation.ts';
import * as rows from '../store/rows.ts';
import { askedOf, assertKind, type At, type Deps, type Terms } from './asking.ts';
import { compareByKeys } from './by-keys.ts';
import { compareByTime } from './by-time.ts';
import type { Asked } from './period.ts';
import { readFile } from './reading.ts';

/** Longer than any piece takes; reading a file takes a minute at most. */
const LEASE_MS = 2 * MINUTE;
/** Rows that are written in one statement: events of others wait for none that is longer. */
const WRITTEN_AT_ONCE = 2000;

/** Reads and compares a file, as of one snapshot. */
async function compareFile({ db }: Deps, asked: Asked, terms: Terms, bytes: Buffer) {
  const file = await readFile(bytes, terms);
  if (asked.words !== null) {
    const unknown = unknownWords(file.theirs, asked.words);
    if (unknown.length > 0)
      throw badRequest({
        words: [
          `Укажите, что значит: ${unknown
            .slice(0, 10)
            .map((word) => `«${word}»`)
            .join(', ')}`,
        ],
      });
  }
  const snapshot = await openSnapshot(db);
  try {
    const by = asked.kind === 'bank' ? compareByTime : compareByKeys;
    return { file, result: await by(snapshot.reader, asked, file.theirs, file.out) };
  } finally {
    await snapshot.end();
  }
}

/** Whoever makes it lives. @throws Error when it was taken for dead. */
async function keepAlive({ db, clock }: Deps, id: string): Promise<void> {
  const until = after(clock(), LEASE_MS);
  if (!(await singleStatement(db, (statement) => store.keepLease(statement, id, until))))
    throw new Error(`Reconciliation ${id} was taken for dead`);
}

/** Writes the rows, piece by piece: no transaction of it is long. */
async function writeRows(deps: Deps, id: string, { rows: found }: Result): Promise<void> {
  for (let start = 0; start < found.length; start += WRITTEN_AT_ONCE) {
    await singleStatement(deps.db, (statement) =>
      rows.insertRows(statement, id, found.slice(start, start + WRITTEN_AT_ONCE)),
    );
    await keepAlive(deps, id);
  }
}

/** Nobody sees it, and its rows go. What cannot be deleted now is by the job. */
async function discard(db: Database, id: string): Promise<void> {
  await singleStatement(db, (statement) => store.giveUp(statement, id));
  await deleteGone(db, id);
}

/** Deletes one that is gone, piece by piece. */
export async function deleteGone(db: Database, id: string): Promise<void> {
  while ((await singleStatement(db, (statement) => rows.deleteRows(statement, id, WRITTEN_AT_ONCE))) > 0);
  await singleStatement(db, (statement) => store.deleteGone(statement, id));
}

/** Begins a reconciliation: from now on it is the only one of its account. @throws ApiError 409 `reconciliation_busy`, 429. */
async function begin({ db, clock }: Deps, at: At, asked: Asked, fileName: string): Promise<store.NewReconciliation> {
  const madeAt = clock();
  const { accountId, kind, tolerance, feeTolerance, windowMinutes, onlyPaid, scope } = asked;
  if ((await store.countSince(db, accountId, after(madeAt, -DAY))) >= MAX_RECONCILIATIONS_A_DAY)
    throw new RateLimited(`Не больше ${MAX_RECONCILIATIONS_A_DAY} сверок за сутки. Повторите позже`, HOUR);
  const begun = {
    id: newId(madeAt),
    accountId,
    kind,
    fileName,
    madeBy: at.actor.personId,
    madeAt,
    tolerance,
    feeTolerance,
    windowMinutes: kind === 'bank' ? windowMinutes : null,
    onlyPaid,
    scope,
  };
  try {
    await transaction(db, async (tx) => {
      await store.giveUpDead(tx, accountId, madeAt);
      await store.insertReconciliation(tx, begun, after(madeAt, LEASE_MS));
    });
  } catch (error) {
    if (!breaks(error, 'reconciliation_being_made')) throw error;
    throw conflict('reconciliation_busy', 'Уже идёт другая сверка. Дождитесь её конца');
  }
  return begun;
}

/**
 * Compares a file with what we have, and keeps what came of it: whole, or not at all.
 * @returns its id.
 * @throws ApiError 400 that names the form's field, 409 `unread_rows`, `reconciliation_busy`, `too_many_ours`, 429, 503 `busy`.
 */
export async function make(deps: Deps, at: At, terms: Terms, { name, bytes }: Upload): Promise<string> {
  const { db, clock, enter } = deps;
  assertKind(at, terms.kind);
  assertFileName(name);
  const asked = askedOf(at, terms);
  const begun = await begin(deps, at, asked, name);
  const { id, accountId, kind } = begun;
  try {
    await enter(async () => {
      // It may have waited for its turn.
      await keepAlive(deps, id);
      const { file, result } = await compareFile(deps, asked, terms, bytes);
      await writeRows(deps, id, result);
      const { from, to, periodSource, piles } = result;
      await transaction(db, async (tx) => {
        if (!(await store.finish(tx, id, { from, to, periodSource, rows: file.rows, heads: file.heads })))
          throw new Error(`Reconciliation ${id} was taken for dead`);
        await store.insertPiles(tx, id, piles);
        await store.rememberSettings(
          tx,
          { accountId, kind, heads: file.heads },
          meaningsToKeep(asked.words ?? new Map()),
        );
        const facts = {
          file: name,
          rows: file.rows,
          from,
          to,
          ...Object.fromEntries(piles.map(({ pile, count }) => [pile, count])),
        };
        const object = { kind: 'reconciliation', id };
        await appendAudit(tx, { actor: at.actor, action: 'reconcile', object, before: null, after: facts }, clock());
      });
    });
  } catch (error) {
    await discard(db, id).catch(() => undefined);
    throw error;
  }
  return id;
}
