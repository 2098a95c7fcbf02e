import { formatMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { Reader, Tx } from '../../../db/tx.ts';
import { transaction } from '../../../db/tx.ts';
import { after, MINUTE } from '../../../kernel/clock.ts';
import { badRequest, conflict } from '../../../kernel/errors.ts';
import type { Owner } from '../../../kernel/owner.ts';
import { assertNoDebt } from '../../ledger/index.ts';
import { assertEnabled } from '../../payouts/index.ts';
import { readFreshRate, readHistory } from '../../rates/index.ts';
import { type SumCount, type Sums, sumsOf } from '../rules.ts';
import * as store from '../store/batch.ts';
import type { Batch } from '../store/batch.ts';
import * as rows from '../store/rows.ts';
import { type BatchView, type Deps, keepDeed, lockFor, personOf, viewNow, wrongState } from './batches.ts';

/** A rate that was shown is good for so long after another came: the source may bring one every few seconds. */
const SHOWN_FOR_MS = MINUTE;
const MAX_RATES = 100;

/** The sums of a batch's rows in these states. */
async function readSumsOf(db: Reader, id: string, states: readonly rows.StateSum['state'][]): Promise<SumCount[]> {
  const sums = await rows.readSums(db, id);
  return sums.filter(({ state }) => states.includes(state));
}

/**
 * What somebody agrees to: the terms at which just that is held which they were shown.
 * @param held micro-USDT.
 * @throws ApiError 403, 409 `no_rate`, `rate_stale`, `debt`, and `batch_changed` when it would be another sum by now.
 */
async function agree(
  tx: Tx,
  person: Owner,
  { asked, held, at }: { asked: readonly SumCount[]; held: bigint; at: Date },
): Promise<{ agreed: store.Agreed; sums: Sums }> {
  const { feeBp } = await assertEnabled(tx, person.id);
  await assertNoDebt(tx, person.id);
  const { value: current } = await readFreshRate(tx, at);
  const now = sumsOf(asked, { rate: current, feeBp });
  if (now.count === 0) throw conflict('batch_changed', 'Выплат для создания не осталось');
  const history = await readHistory(tx, after(at, -SHOWN_FOR_MS), MAX_RATES);
  for (const rate of [current, ...history.map(({ value }) => value)]) {
    const sums = sumsOf(asked, { rate, feeBp });
    if (sums.amountUsdt + sums.fee === held) return { agreed: { rate, feeBp, at }, sums };
  }
  throw conflict(
    'batch_changed',
    `Итоги изменились: сейчас будет удержано ${formatMinorUnits(now.amountUsdt + now.fee, SCALE.usdt)} USDT. Проверьте их и подтвердите ещё раз`,
  );
}

const factsOf = ({ count, amount, amountUsdt, fee }: Sums) => ({
  rows: count,
  amount_rub: formatMinorUnits(amount, SCALE.rub),
  hold_usdt: formatMinorUnits(amountUsdt + fee, SCALE.usdt),
});

export interface StartRequest {
  /** What is to be held, as it was shown. Micro-USDT. */
  held: bigint;
  withWarned: boolean;
  reason: string;
}

/**
 * Has payouts made of the good rows, and of those with a warning where somebody says why; above the merchant's limit a second
 * member approves first. @throws ApiError 400, 403, 404, 409.
 */
export function startBatch(
  { db, clock }: Deps,
  person: Owner,
  id: string,
  { held, withWarned, reason }: StartRequest,
): Promise<BatchView> {
  const by = personOf(person);
  return transaction(db, async (tx) => {
    const at = clock();
    const batch = await lockFor(tx, person, id, ({ state }) => state === 'checked');
    const hasWarned = withWarned && (await readSumsOf(tx, id, ['warned'])).length > 0;
    if (hasWarned && reason === '') throw badRequest({ reason: ['Напишите, почему эти выплаты всё же нужны'] });
    const asked = await readSumsOf(tx, id, withWarned ? ['good', 'warned'] : ['good']);
    const { agreed, sums } = await agree(tx, person, { asked, held, at });
    const start = { by, reason: hasWarned ? reason : null, at };
    await rows.queueRows(tx, batch, withWarned);
    const { secondAbove } = await store.readSettings(tx, person.id);
    const waits = secondAbove !== null && sums.amount > secondAbove;
    if (waits) await store.awaitSecond(tx, batch, start, sums.amount);
    else await store.startBatch(tx, batch, start, agreed);
    await keepDeed(tx, person, batch, {
      action: 'start-batch',
      kind: waits ? 'batch.waiting' : 'batch.changed',
      before: null,
      after: { file: batch.fileName, ...factsOf(sums), ...(hasWarned && { reason }) },
      at,
    });
    return viewNow(tx, person, id);
  });
}

/** A second member agrees: never one of those who made it. @throws ApiError 403, 404, 409 `same_person` and those of a start. */
export function approveBatch({ db, clock }: Deps, person: Owner, id: string, held: bigint): Promise<BatchView> {
  const by = personOf(person);
  return transaction(db, async (tx) => {
    const at = clock();
    const batch = await lockFor(tx, person, id, ({ state }) => state === 'waiting');
    if (by === batch.madeBy || by === batch.startedBy)
      throw conflict('same_person', 'Одобрить должен другой участник: не тот, кто загрузил файл или начал выплаты');
    const { agreed, sums } = await agree(tx, person, { asked: await readSumsOf(tx, id, ['queued']), held, at });
    await store.approveBatch(tx, batch, by, agreed);
    await keepDeed(tx, person, batch, {
      action: 'approve-batch',
      before: null,
      after: { file: batch.fileName, ...factsOf(sums) },
      at,
    });
    return viewNow(tx, person, id);
  });
}

/** What was stopped goes on, and what has failed is tried again. @throws ApiError as of a start. */
export function resumeBatch({ db, clock }: Deps, person: Owner, id: string, held: bigint): Promise<BatchView> {
  return transaction(db, async (tx) => {
    const at = clock();
    const isOpen = ({ state, isPruned }: Batch) => state === 'stopped' || (state === 'done' && !isPruned);
    const batch = await lockFor(tx, person, id, isOpen);
    const asked = await readSumsOf(tx, id, ['queued', 'failed']);
    if (batch.state === 'done' && asked.length === 0) throw wrongState(batch);
    const { agreed, sums } = await agree(tx, person, { asked, held, at });
    await rows.requeueFailed(tx, batch);
    await store.resumeBatch(tx, batch, agreed);
    await keepDeed(tx, person, batch, {
      action: 'resume-batch',
      before: null,
      after: { file: batch.fileName, ...factsOf(sums) },
      at,
    });
    return viewNow(tx, person, id);
  });
}

/** Nothing more is made of it. What is being written at this moment is still made. @throws ApiError 403, 404, 409. */
export function stopBatch({ db, clock }: Deps, person: Owner, id: string): Promise<BatchView> {
  return transaction(db, async (tx) => {
    const at = clock();
    await assertEnabled(tx, person.id);
    const batch = await lockFor(tx, person, id, ({ state }) => state === 'running');
    const [next] = await rows.readQueued(tx, batch, 1);
    // All of it was made already: there is nothing to stop, and nothing that could go on.
    if (next === undefined) await store.endBatch(tx, batch, at);
    else await store.stopBatch(tx, batch, 'person');
    const deed = { action: 'stop-batch', before: null, after: { file: batch.fileName }, at };
    await keepDeed(tx, person, batch, deed);
    return viewNow(tx, person, id);
  });
}

/** Nothing was made of it, and nothing will be. A second member rejects one so. @throws ApiError 403, 404, 409. */
export function cancelBatch({ db, clock }: Deps, person: Owner, id: string): Promise<BatchView> {
  return transaction(db, async (tx) => {
    const at = clock();
    await assertEnabled(tx, person.id);
    const isOpen = ({ state }: Batch) => state === 'columns' || state === 'checked' || state === 'waiting';
    const batch = await lockFor(tx, person, id, isOpen);
    await store.cancelBatch(tx, batch, at);
    const deed = { action: 'cancel-batch', before: null, after: { file: batch.fileName }, at };
    await keepDeed(tx, person, batch, deed);
    return viewNow(tx, person, id);
  });
}
