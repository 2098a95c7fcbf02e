import { setTimeout as delay } from 'node:timers/promises';
import { Refused } from '@kantor/contract/client.ts';
import { DECLINE_REASONS } from '@kantor/contract/plain/appeals.ts';
import { addAppealFile, confirmAppeal, declineAppeal, listAppeals } from '@kantor/contract/wire/appeals.ts';
import { getMe } from '@kantor/contract/wire/auth.ts';
import { getTraderDashboard, moveEarnings } from '@kantor/contract/wire/balance.ts';
import { confirmPayout, getPayout, listPayouts, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import type { Random } from '@kantor/demo/random.ts';
import { receiptFile } from '@kantor/demo/receipt.ts';
import type { Context } from './http.ts';
import { type Credentials, openSession, type Session } from './session.ts';
import { MINUTE, SECOND } from './time.ts';

/** A trader's behaviour in the back office, beside their phones. In milliseconds. */
export interface TraderBehaviour {
  /** The age at which an appeal is decided. */
  appealAge: number;
  /** The age at which a payout is taken; absent: payouts and earnings are left alone. */
  payoutAge?: number;
}

export interface TraderOptions extends Context {
  credentials: Credentials;
  behaviour: TraderBehaviour;
  /** Sends micro-USDT from the trader's own wallet to their address here. */
  sendUsdt: (address: string, amount: bigint) => void;
  /** Between two turns, in milliseconds. */
  turnEvery?: number;
  random?: Random;
}

const TURN_EVERY_MS = 20 * SECOND;
const USDT = 1_000_000n;
/** Below the first, a trader sends USDT up to the second. */
const LOW_BALANCE = 2500n * USDT;
const FULL_BALANCE = 5000n * USDT;
/** By then a transfer is confirmed on the chain. */
const TRANSFER_MS = 3 * MINUTE;
const MIN_EARNINGS_MOVED = 100n * USDT;
const MAX_IN_WORK = 2;
/** A payout so long in work was taken before the simulator started. */
const FORGOTTEN_MS = 20 * MINUTE;
const TRUE_APPEALS = 0.8;
/** A trader does not do everything in the first turn. */
const DOES_NOW = 0.35;
const NEWEST = { query: { page_size: 30 } };

/** A trader in the back office, until the signal. */
export async function runTrader(options: TraderOptions): Promise<void> {
  const { credentials, signal, log, turnEvery = TURN_EVERY_MS } = options;
  const takeTurn = createTrader(openSession(options, credentials), options);
  while (await delay(turnEvery, true, { signal }).catch(() => false)) {
    try {
      await takeTurn();
    } catch (error) {
      if (signal.aborted) return;
      log(`the trader ${credentials.username}: ${String(error)}`);
    }
  }
}

function createTrader(session: Session, { behaviour, sendUsdt, random = Math.random }: TraderOptions) {
  const { call, callDecoded } = session;
  const { appealAge, payoutAge } = behaviour;
  let wallet: string | undefined;
  let sentAt = -Infinity;
  const taken = new Set<string>();
  const isOld = (createdAt: Date, age: number) => Date.now() - createdAt.getTime() >= age;

  /** Whether the marketplace allows it: somebody else may have been faster. */
  async function isAllowed(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (error instanceof Refused && error.status !== 401) return false;
      throw error;
    }
  }

  async function keepBalance(): Promise<void> {
    const { balance, earned_balance: earned } = await callDecoded(getTraderDashboard);
    if (payoutAge !== undefined && earned >= MIN_EARNINGS_MOVED) await isAllowed(() => call(moveEarnings));
    if (balance >= LOW_BALANCE || Date.now() - sentAt < TRANSFER_MS) return;
    wallet ??= (await call(getMe)).wallet;
    if (wallet === '') return;
    sentAt = Date.now();
    // People send round sums.
    sendUsdt(wallet, ((FULL_BALANCE - balance) / (100n * USDT)) * 100n * USDT);
  }

  async function decideAppeals(): Promise<void> {
    const { results } = await callDecoded(listAppeals, NEWEST);
    for (const { id, stage, created_at: createdAt } of results) {
      if (stage !== 'trader' || !isOld(createdAt, appealAge) || random() >= DOES_NOW) continue;
      const isTrue = random() < TRUE_APPEALS;
      await isAllowed(isTrue ? () => call(confirmAppeal, { params: { id } }) : () => decline(id));
    }
  }

  /** With a statement of the bank: a large claim is not declined without one. */
  async function decline(id: string): Promise<void> {
    await call(addAppealFile, { params: { id }, file: receiptFile() });
    const reason = DECLINE_REASONS[Math.floor(random() * DECLINE_REASONS.length)] ?? 'not_received';
    await call(declineAppeal, { params: { id }, body: { reason } });
  }

  async function workOnPayouts(age: number): Promise<void> {
    const { results } = await callDecoded(listPayouts, NEWEST);
    let inWork = results.filter(({ status }) => status === 'IN_WORK').length;
    for (const { id, status, created_at: createdAt } of results.toReversed()) {
      if (random() >= DOES_NOW) continue;
      if (status === 'IN_WORK' && (taken.has(id) || isOld(createdAt, FORGOTTEN_MS))) await continuePayout(id);
      if (status !== 'OPEN' || inWork >= MAX_IN_WORK || !isOld(createdAt, age)) continue;
      if (!(await isAllowed(() => call(takePayout, { params: { id } })))) continue;
      taken.add(id);
      inWork += 1;
    }
  }

  /** Uploads a receipt in one turn, and confirms the payout in a later one. */
  async function continuePayout(id: string): Promise<void> {
    const params = { id };
    const { can_be_done: hasReceipt } = await call(getPayout, { params });
    if (!hasReceipt) await isAllowed(() => call(uploadPayoutPhoto, { params, file: receiptFile() }));
    else if (await isAllowed(() => call(confirmPayout, { params }))) taken.delete(id);
  }

  return async function takeTurn(): Promise<void> {
    await keepBalance();
    await decideAppeals();
    if (payoutAge !== undefined) await workOnPayouts(payoutAge);
  };
}
