import { PAYOUT_STATUS_TEXT } from '@kantor/contract/plain/statuses.ts';
import { type Reader, transaction, type Tx } from '../../../db/tx.ts';
import { after } from '../../../kernel/clock.ts';
import { conflict, notFound } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { toMicroUsdt } from '../../../kernel/money.ts';
import type { Once } from '../../idempotency/index.ts';
import {
  assertEnabled,
  type Payout,
  type PayoutRequest,
  type PayoutTerms,
  readRecipient,
} from '../../payouts/index.ts';
import { readFreshRate } from '../../rates/index.ts';
import * as store from '../store/payouts.ts';
import { tellOfPayout } from '../tell.ts';
import type { Deps, Of } from './orders.ts';

/** @throws ApiError 404. */
export async function getTestPayout(db: Reader, { merchantId, id }: Of): Promise<Payout> {
  const payout = await store.readTestPayout(db, merchantId, id);
  if (payout === undefined) throw notFound();
  return payout;
}

/** Makes a payout once; nothing is held for it. @throws ApiError 403 `payouts_disabled`, 400, 409, and what `once` throws. */
export function makeTestPayout<Answer>(
  { db, clock, payoutTerms: { minAmount } }: Deps & { payoutTerms: PayoutTerms },
  merchantId: string,
  typed: PayoutRequest & { externalId: string },
  once: Once<Payout, Answer>,
): Promise<Answer> {
  const at = clock();
  return transaction(db, (tx) =>
    once.run(tx, async () => {
      const { feeBp } = await assertEnabled(tx, merchantId);
      const request = readRecipient(typed, typed.amount, minAmount);
      const { value: rate } = await readFreshRate(tx, at);
      const payout = await store.insertTestPayout(tx, {
        ...request,
        id: newId(at),
        merchantId,
        rate,
        amountUsdt: toMicroUsdt(request.amount, rate),
        feeBp,
        createdAt: at,
      });
      if (payout === undefined) throw conflict('external_id_taken', 'Выплата с таким external_id уже есть');
      await tellOfPayout(tx, payout, 'open', at);
      return payout;
    }),
  );
}

async function refusalOf(tx: Tx, of: Of) {
  const { status } = await getTestPayout(tx, of);
  return conflict('payout_status', `Сейчас выплата в статусе «${PAYOUT_STATUS_TEXT[status]}»`);
}

async function moved(tx: Tx, of: Of, payout: Payout | undefined, what: string, at: Date): Promise<Payout> {
  if (payout === undefined) throw await refusalOf(tx, of);
  await tellOfPayout(tx, payout, what, at);
  return payout;
}

/** The merchant takes an open one back. @throws ApiError 404, 409 `payout_status`. */
export const cancelTestPayout = async (tx: Tx, of: Of, at: Date): Promise<Payout> =>
  moved(tx, of, await store.cancelTestPayout(tx, { ...of, from: null, at }, null), 'cancelled', at);

/** The merchant says that the money has not come. @throws ApiError 404, 409. */
export async function contestTestPayout(tx: Tx, of: Of, reason: string, at: Date): Promise<Payout> {
  const { settlement, contestUntil } = await getTestPayout(tx, of);
  if (settlement === 'contested')
    throw conflict('payout_contested', 'На эту выплату уже ответили, что деньги не пришли');
  if (settlement === 'settled' || (settlement === 'contestable' && contestUntil !== null && contestUntil <= at))
    throw conflict('contest_over', 'Время ответить, что деньги не пришли, вышло');
  const payout = await store.contestTestPayout(tx, { ...of, from: 'contestable', at }, reason);
  return moved(tx, of, payout, 'contested', at);
}

const DECISION = 'Тестовый режим';

/** A trader does an open one; of a contested one the operator decides for them. @throws ApiError 404, 409. */
export async function completeTestPayout(tx: Tx, of: Of, { contestMs }: PayoutTerms, at: Date): Promise<Payout> {
  const done = await store.doTestPayout(tx, { ...of, from: null, at }, after(at, contestMs));
  if (done !== undefined) return moved(tx, of, done, 'done', at);
  return moved(tx, of, await store.settleTestPayout(tx, { ...of, from: 'contested', at }, DECISION), 'settled', at);
}

/** The operator refuses an open one; of a contested one they decide for the merchant. @throws ApiError 404, 409. */
export async function refuseTestPayout(tx: Tx, of: Of, at: Date): Promise<Payout> {
  const open = await store.cancelTestPayout(tx, { ...of, from: null, at }, DECISION);
  const payout = open ?? (await store.returnTestPayout(tx, { ...of, from: 'contested', at }, DECISION));
  return moved(tx, of, payout, 'cancelled', at);
}
