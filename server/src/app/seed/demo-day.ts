import type { TraderName } from '@kantor/demo/accounts.ts';
import { drawAmount, drawSmallAmount } from '@kantor/demo/amounts.ts';
import { between, createRandom, type Random } from '@kantor/demo/random.ts';
import { inOneTransaction } from '../../db/one-transaction.ts';
import type { Tx } from '../../db/tx.ts';
import { after, DAY, MINUTE } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { FileStore } from '../../modules/files/index.ts';
import { forgetSilences } from '../../modules/cabinets/index.ts';
import { createDemandCounter } from '../../modules/orders/index.ts';
import { post, postings, readBalances } from '../../modules/ledger/index.ts';
import { setEveryMode } from '../../modules/matching/index.ts';
import { MANUAL, readRate, setRate } from '../../modules/rates/index.ts';
import { readAccountByName } from '../../modules/accounts/index.ts';
import { forgetOldEvents } from '../../outbox/read.ts';
import { receiveDeposit } from './chain.ts';
import { drawArrivals, FIRST_RATE, nextRate } from './market.ts';
import { payByFiles } from './batches.ts';
import { correctPayments } from './corrections.ts';
import { openAccount, type Opening, limitMerchant, openMerchant, openMembers, openTrader } from './people.ts';
import { drawOutcome, LAST_ORDERS, UNPAID } from './outcomes.ts';
import { offerPayouts } from './payouts.ts';
import { withdrawUsdt } from './withdrawals.ts';
import { moveRequisite, openPhones } from './phones.ts';
import { type DemoDay, LAST_ACCOUNT, RATE_SOURCE } from './progress.ts';
import { Schedule } from './schedule.ts';
import { openShop } from './shop.ts';
import { openTestWorld } from './test-world.ts';
import { EQUAL_AMOUNTS, MOVED } from './unmatched-messages.ts';

/** The shop grows: so many orders on the first day, and so many more on each next one. */
const FIRST_DAY_ORDERS = 8;
const DAILY_GROWTH = 0.12;

/** The last rate of the demo stays in force so long. */
const DEMO_RATE_AGE_MS = 365 * DAY;

/** Nothing is issued at the end of a day, so that its orders end with it. Only the last day leaves orders open. */
const QUIET_MS = 40 * MINUTE;

/** Fills one day: money, the rate, orders and their outcomes. A day is always the same; only its date and the ids differ. */
export async function fillDay(
  tx: Tx,
  demoDay: DemoDay,
  { store, ...opening }: Opening & { store: FileStore },
): Promise<void> {
  const { day, from, until, isLast } = demoDay;
  const random = createRandom(day);
  const schedule = new Schedule(demoDay);
  const merchantId = demoDay.merchantId ?? (await openMarket(tx, opening, from));
  const notifyPayment = await openPhones(tx, schedule, demoDay);
  const demand = createDemandCounter({ db: inOneTransaction(tx), clock: schedule.clock });
  const createOrder = openShop({ tx, schedule, random, merchantId, notifyPayment, demand, day });
  const rate = day === 0 ? FIRST_RATE : nextRate(random, (await readRate(tx)).value);
  await setRate(tx, { value: rate, source: RATE_SOURCE, staleAt: after(from, 2 * DAY), at: from });

  for (const name of ['trader', 'trader2'] as const) {
    // On the first day before anything else: without USDT a trader receives no orders.
    const at = day === 0 ? from : after(from, between(random, 0, until.getTime() - from.getTime()));
    schedule.add(at, () => keepBalance(tx, random, name, schedule.clock()));
  }
  await withdrawUsdt({ tx, demoDay, schedule, random: createRandom(day + 1_000_000) });
  await offerPayouts({ tx, demoDay, schedule, random: createRandom(-day), merchantId, store });
  const span = { from, until: isLast ? until : after(until, -QUIET_MS) };
  for (const at of drawArrivals(random, span, FIRST_DAY_ORDERS + day * DAILY_GROWTH)) {
    schedule.add(at, () => createOrder(drawAmount(random), drawOutcome(random)));
  }
  if (isLast) {
    for (const [minutes, outcome] of LAST_ORDERS) {
      schedule.add(after(until, -minutes * MINUTE), () => createOrder(drawSmallAmount(random), outcome));
    }
    const move = (phone: string) => moveRequisite(tx, MOVED.requisite, phone, schedule.clock());
    schedule.add(after(until, -EQUAL_AMOUNTS.minutes * MINUTE), () => move(MOVED.to));
    for (let n = 0; n < EQUAL_AMOUNTS.count; n += 1) {
      schedule.add(after(until, -EQUAL_AMOUNTS.minutes * MINUTE), () =>
        createOrder(EQUAL_AMOUNTS.amount, UNPAID, EQUAL_AMOUNTS.bankId),
      );
    }
    schedule.add(after(until, -EQUAL_AMOUNTS.minutes * MINUTE), () => move(MOVED.from));
  }
  await schedule.run();
  await demand.flush();
  if (isLast) await endDemo(tx, opening, merchantId, until);
}

async function openMarket(tx: Tx, opening: Opening, at: Date): Promise<string> {
  // Its banks are nobody's: balances decide from the first day.
  await setEveryMode(tx, 'on');
  await openTrader(tx, 'trader', opening, at);
  await openTrader(tx, 'trader2', opening, at);
  return openMerchant(tx, opening, at);
}

async function endDemo(tx: Tx, opening: Opening, merchantId: string, at: Date): Promise<void> {
  // The demo's phones call when its trade needs them: what lies between says nothing of them.
  await forgetSilences(tx, after(at, MINUTE));
  await forgetOldEvents(tx, at);
  // Yesterday's rate would be stale at once. Without a source of rates the demo keeps this one, however long it was off.
  await setRate(tx, { value: (await readRate(tx)).value, source: MANUAL, staleAt: after(at, DEMO_RATE_AGE_MS), at });
  await limitMerchant(tx, merchantId);
  await openTestWorld(tx, merchantId, at);
  const operator2 = await openAccount(tx, 'operator2', opening, at);
  const operator = await openAccount(tx, LAST_ACCOUNT, opening, at);
  await openMembers(tx, opening, at);
  await correctPayments(tx, [operator.personId, operator2.personId], at);
  await payByFiles(tx, at);
}

const USDT = 1_000_000n;
const FULL_BALANCE = 5000n * USDT;
const MIN_EARNINGS_MOVED = 60n * USDT;

/** A trader moves their earnings, and sends USDT from their own wallet up to a full balance. */
async function keepBalance(tx: Tx, random: Random, name: TraderName, at: Date): Promise<void> {
  const trader = await readAccountByName(tx, name);
  if (trader === undefined) return;
  const { available, earned } = await readBalances(tx, trader.id);
  if (earned > MIN_EARNINGS_MOVED) await post(tx, postings.earningsMoved(newId(at), trader.id, earned), at);
  if (available >= FULL_BALANCE) return;
  const short = Number((FULL_BALANCE - available) / USDT);
  const sent = BigInt(Math.ceil((short + between(random, 50, 400)) / 50) * 50) * USDT;
  await receiveDeposit(tx, trader, sent, at);
}
