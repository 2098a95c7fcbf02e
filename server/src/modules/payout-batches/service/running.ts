import type { BatchStop } from '@kantor/contract/plain/batches.ts';
import { createInFlight } from '../../../db/in-flight.ts';
import type { Database } from '../../../db/pool.ts';
import { breaks, type Locked, singleStatement, transaction, type Tx } from '../../../db/tx.ts';
import { withPatience } from '../../../db/watch.ts';
import { after, type Clock, MINUTE, SECOND } from '../../../kernel/clock.ts';
import type { Log } from '../../../kernel/log.ts';
import { appendEvent } from '../../../outbox/append.ts';
import { readAccount } from '../../accounts/index.ts';
import { InsufficientFunds, readAvailable, readBalances } from '../../ledger/index.ts';
import { openBatchPayouts, readTakenNumbers } from '../../payouts/index.ts';
import { affordable, RATE_FOR_MS } from '../rules.ts';
import * as store from '../store/batch.ts';
import type { Batch } from '../store/batch.ts';
import * as rows from '../store/rows.ts';

/** Rows that become payouts in one transaction. */
export const PIECE = 100;
/** In this process. */
const MAX_IN_FLIGHT = 2;
/** Longer than any piece takes: after it the worker counts as dead. */
const LEASE_MS = MINUTE;
const PIECE_LIMIT_MS = 10 * SECOND;

const TAKEN = 'Выплата с этим номером уже есть';
const SHORT = 'На балансе не хватило USDT для этой выплаты и комиссии';

interface Deps {
  db: Database;
  clock: Clock;
}

/** Why nothing more can be made of a batch now; undefined: it can. */
async function stopOf(tx: Tx, { merchantId, agreedAt }: Batch, at: Date): Promise<BatchStop | undefined> {
  const merchant = await readAccount(tx, merchantId);
  if (merchant === undefined || !merchant.payoutEnable || merchant.blockedAt !== null) return 'disabled';
  if (agreedAt === null || after(agreedAt, RATE_FOR_MS) <= at) return 'rate';
  const { owed } = await readBalances(tx, merchantId);
  return owed === 0n ? undefined : 'debt';
}

/** Makes payouts of rows, and says of the others why there is none. */
async function makePayouts(tx: Tx, batch: Locked<Batch>, queued: readonly rows.QueuedRow[], at: Date): Promise<void> {
  const { id: batchId, merchantId, rate, feeBp } = batch;
  if (rate === null || feeBp === null) throw new Error('A running batch has its terms');
  const numbers = queued.flatMap(({ externalId }) => externalId ?? []);
  const taken = new Set(await readTakenNumbers(tx, merchantId, numbers));
  const isTaken = ({ externalId }: rows.QueuedRow) => externalId !== null && taken.has(externalId);
  const available = (await readAvailable(tx, [merchantId])).get(merchantId) ?? 0n;
  const { fit, short } = affordable(
    queued.filter((row) => !isTaken(row)),
    available,
    { rate, feeBp },
  );
  const failed = [
    ...queued.filter((row) => isTaken(row)).map(({ n }) => ({ n, fault: TAKEN })),
    ...short.map(({ n }) => ({ n, fault: SHORT })),
  ];
  if (failed.length > 0) await rows.markFailed(tx, batch, failed);
  if (fit.length === 0) return;
  const asked = fit.map(({ n, ...terms }) => ({ ...terms, row: n }));
  const ids = await openBatchPayouts(tx, asked, { merchantId, rate, feeBp, batchId, at });
  await rows.markDone(
    tx,
    batch,
    fit.map(({ n }, place) => ({ n, payoutId: ids[place] ?? '' })),
  );
}

/**
 * Makes payouts of the next hundred rows of a batch, in one transaction: it can end at any moment, and is done once.
 * @returns whether there is more to do.
 */
export function makePiece({ db, clock }: Deps, id: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const at = clock();
    const batch = await store.lockRunning(tx, id);
    if (batch === undefined) return false;
    const changed = () => appendEvent(tx, { kind: 'batch.changed', objectId: id, owners: [batch.merchantId], at });
    const queued = await rows.readQueued(tx, batch, PIECE);
    if (queued.length === 0) {
      await store.endBatch(tx, batch, at);
      await changed();
      return false;
    }
    const stop = await stopOf(tx, batch, at);
    if (stop !== undefined) {
      await store.stopBatch(tx, batch, stop);
      await changed();
      return false;
    }
    await makePayouts(tx, batch, queued, at);
    await store.keepLease(tx, id, after(at, LEASE_MS));
    await changed();
    return true;
  });
}

/** Whether a piece has met what others did at the same moment: the next look at it sees that. */
const isMet = (error: unknown) => error instanceof InsufficientFunds || breaks(error, 'payout_merchant_external_id');

/** Makes payouts of the files that were started. */
export function createBatchRunner({ db, clock, log }: Deps & { log: Log }) {
  const inFlight = createInFlight({ most: MAX_IN_FLIGHT });

  /** All of a batch, as far as this process lives. */
  async function run(id: string): Promise<void> {
    try {
      while (!inFlight.isStopped()) {
        const isMore = await withPatience(PIECE_LIMIT_MS, () => makePiece({ db, clock }, id)).catch(
          (error: unknown) => {
            if (isMet(error)) return true;
            throw error;
          },
        );
        if (!isMore) return;
      }
      await singleStatement(db, (statement) => store.keepLease(statement, id, null));
    } catch (error) {
      // Its lease will end, and somebody goes on.
      log.error('batch_unfinished', { batch_id: id, error });
    }
  }

  async function take(room: number): Promise<boolean> {
    const at = clock();
    const asked = { at, until: after(at, LEASE_MS), except: inFlight.keys(), most: room };
    const ids = await singleStatement(db, (statement) => store.takeRunning(statement, asked));
    for (const id of ids) inFlight.start(id, () => run(id));
    return ids.length > 0;
  }

  return {
    turn: () => inFlight.drain(take),
    stop: () => inFlight.stop(),
    settled: () => inFlight.settled(),
  };
}
