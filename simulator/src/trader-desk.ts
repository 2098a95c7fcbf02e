import { setTimeout as delay } from 'node:timers/promises';
import { confirmAppeal, declineAppeal, listAppeals } from '@kantor/contract/wire/appeals.ts';
import { getMe } from '@kantor/contract/wire/auth.ts';
import { getTraderDashboard, moveEarnings } from '@kantor/contract/wire/balance.ts';
import { confirmPayout, getPayout, listPayouts, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import type { Random } from './payers.ts';
import { receiptForm } from './receipt.ts';
import { openSession, type Session } from './session.ts';
import { type Credentials, Refused, type Surroundings } from './trader.ts';

/** What a trader does in the back office beside what his phones do, and when. Milliseconds. */
interface Manner {
  /** An appeal is judged when it is so old. */
  appealAge: number;
  /** A payout is taken when it has waited so long; absent: payouts are left to others, and so are earnings. */
  payoutAge?: number;
}

export interface DeskOptions extends Surroundings {
  credentials: Credentials;
  manner: Manner;
  /** Sends micro-USDT from the trader's own wallet to his address here. */
  sendUsdt: (address: string, amount: bigint) => void;
  /** How often he looks at his screens. */
  lookEvery?: number;
  random?: Random;
}

const LOOK_EVERY_MS = 20_000;
const MINUTE = 60_000;
const USDT = 1_000_000n;
/** Below this he sends more, up to what is enough. */
const LITTLE = 2500n * USDT;
const ENOUGH = 5000n * USDT;
/** By then what he sent has been confirmed on the chain. */
const ON_ITS_WAY_MS = 3 * MINUTE;
const EARNED_MUCH = 100n * USDT;
const MOST_IN_WORK = 2;
/** Of a payout in work that he does not remember having taken: he took it before he came back. */
const FORGOTTEN_MS = 20 * MINUTE;
const TRUE_APPEALS = 0.8;
/** He does not do everything at the first look. */
const DOES_NOW = 0.35;
const NEWEST = '?page=1&page_size=30';

const at = (path: string, id: string) => path.replace(':id', id);

/** A trader at his desk, until the signal. */
export async function keepDesk(options: DeskOptions): Promise<void> {
  const { credentials, signal, say, lookEvery = LOOK_EVERY_MS } = options;
  const desk = createDesk(openSession(options, credentials), options);
  while (await delay(lookEvery, true, { signal }).catch(() => false)) {
    try {
      await desk.look();
    } catch (error) {
      if (signal.aborted) return;
      say(`the desk of ${credentials.username}: ${String(error)}`);
    }
  }
}

function createDesk({ get, post }: Session, { manner, sendUsdt, random = Math.random }: DeskOptions) {
  let wallet: string | undefined;
  let sentAt = -Infinity;
  const taken = new Set<string>();
  const now = () => Date.now();
  const isOld = (createdAt: Date, age: number) => now() - createdAt.getTime() >= age;

  /** Somebody else may have been faster: the marketplace then refuses. */
  async function tryTo(act: () => Promise<unknown>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (error instanceof Refused && error.status !== 401) return false;
      throw error;
    }
  }

  async function keepMoney(): Promise<void> {
    const { balance, earned_balance: earned } = getTraderDashboard.response.parse(await get(getTraderDashboard.path));
    if (manner.payoutAge !== undefined && earned >= EARNED_MUCH) await tryTo(() => post(moveEarnings.path));
    if (balance >= LITTLE || now() - sentAt < ON_ITS_WAY_MS) return;
    wallet ??= getMe.response.parse(await get(getMe.path)).wallet;
    if (wallet === '') return;
    sentAt = now();
    // People send round sums.
    sendUsdt(wallet, ((ENOUGH - balance) / (100n * USDT)) * 100n * USDT);
  }

  async function judgeAppeals(): Promise<void> {
    const { results } = listAppeals.response.parse(await get(listAppeals.path + NEWEST));
    for (const { id, status, created_at: createdAt } of results) {
      if (status !== 'OPEN' || !isOld(createdAt, manner.appealAge) || random() >= DOES_NOW) continue;
      const { path } = random() < TRUE_APPEALS ? confirmAppeal : declineAppeal;
      await tryTo(() => post(at(path, id)));
    }
  }

  async function doPayouts(age: number): Promise<void> {
    const { results } = listPayouts.response.parse(await get(listPayouts.path + NEWEST));
    let inWork = results.filter(({ status }) => status === 'IN_WORK').length;
    for (const { id, status, created_at: createdAt } of results.toReversed()) {
      if (random() >= DOES_NOW) continue;
      if (status === 'IN_WORK' && (taken.has(id) || isOld(createdAt, FORGOTTEN_MS))) await goOnWith(id);
      if (status !== 'OPEN' || inWork >= MOST_IN_WORK || !isOld(createdAt, age)) continue;
      if (!(await tryTo(() => post(at(takePayout.path, id))))) continue;
      taken.add(id);
      inWork += 1;
    }
  }

  /** Pays, with a proof of it; at another look he says that it is done. */
  async function goOnWith(id: string): Promise<void> {
    const { can_be_done: canBeDone } = getPayout.response.parse(await get(at(getPayout.path, id)));
    if (!canBeDone)
      return void (await tryTo(() => post(at(uploadPayoutPhoto.path, id), receiptForm('photo'), 'PATCH')));
    if (await tryTo(() => post(at(confirmPayout.path, id)))) taken.delete(id);
  }

  return {
    async look(): Promise<void> {
      await keepMoney();
      await judgeAppeals();
      if (manner.payoutAge !== undefined) await doPayouts(manner.payoutAge);
    },
  };
}
