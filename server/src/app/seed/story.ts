import type { TraderName } from '@kantor/demo/accounts.ts';
import { drawAmount, drawSmallAmount } from '@kantor/demo/amounts.ts';
import { between, createRandom, type Random } from '@kantor/demo/random.ts';
import type { Tx } from '../../db/tx.ts';
import { after, DAY, MINUTE } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import type { FileStore } from '../../modules/files/index.ts';
import { post, postings, readBalances } from '../../modules/ledger/index.ts';
import { MANUAL, readRate, setRate } from '../../modules/rates/index.ts';
import { readUserByName } from '../../modules/users/index.ts';
import { forgetOldEvents } from '../../outbox/read.ts';
import { Agenda } from './agenda.ts';
import { receiveDeposit } from './chain.ts';
import { TWINS } from './doubts.ts';
import { drawFate, FINALE, UNPAID } from './fates.ts';
import { drawArrivals, FIRST_RATE, nextRate } from './market.ts';
import { openAccount, type Opening, openMerchant, openTrader } from './people.ts';
import { hearPhones, openPhones } from './phones.ts';
import { type Chapter, LAST_ACCOUNT, RATE_SOURCE } from './progress.ts';
import { openShop } from './shop.ts';
import { spendEarnings } from './treasury.ts';

/** The shop grows: so many orders on the first day, and so many more on each next one. */
const FIRST_DAY_ORDERS = 8;
const DAILY_GROWTH = 0.12;

/** How long the demo's last rate is good for. */
const DEMO_RATE_AGE = 365 * DAY;

/** The last orders of a day must have ended with it: only the last chapter leaves open what is open. */
const QUIET = 40 * MINUTE;

/**
 * Plays one day of the story: money, rate and orders with all that becomes of them. A day is always the same; only its date
 * and the ids differ.
 */
export async function playChapter(
  tx: Tx,
  chapter: Chapter,
  { store, ...opening }: Opening & { store: FileStore },
): Promise<void> {
  const { day, from, until, isLast } = chapter;
  const random = createRandom(day);
  const agenda = new Agenda(chapter);
  const merchantId = chapter.merchantId ?? (await openMarket(tx, opening, from));
  const hearPayment = await openPhones(tx, agenda, chapter);
  const createOrder = openShop({ tx, agenda, random, merchantId, hearPayment, day });
  const rate = day === 0 ? FIRST_RATE : nextRate(random, (await readRate(tx)).value);
  await setRate(tx, { value: rate, source: RATE_SOURCE, staleAt: after(from, 2 * DAY), at: from });

  for (const name of ['trader', 'trader2'] as const) {
    // On the first day before anything else: without USDT a trader receives no orders.
    const at = day === 0 ? from : after(from, between(random, 0, until.getTime() - from.getTime()));
    agenda.add(at, () => keepMoney(tx, random, name, agenda.clock()));
  }
  await spendEarnings({ tx, chapter, agenda, random: createRandom(-day), merchantId, store });
  const span = { from, until: isLast ? until : after(until, -QUIET) };
  for (const at of drawArrivals(random, span, FIRST_DAY_ORDERS + day * DAILY_GROWTH)) {
    agenda.add(at, () => createOrder(drawAmount(random), drawFate(random)));
  }
  if (isLast) {
    for (const [minutes, fate] of FINALE) {
      agenda.add(after(until, -minutes * MINUTE), () => createOrder(drawSmallAmount(random), fate));
    }
    for (let n = 0; n < TWINS.count; n += 1) {
      agenda.add(after(until, -TWINS.minutes * MINUTE), () => createOrder(TWINS.amount, UNPAID, TWINS.bankId));
    }
  }
  await agenda.play();
  if (isLast) await endStory(tx, opening, until);
}

async function openMarket(tx: Tx, opening: Opening, at: Date): Promise<string> {
  await openTrader(tx, 'trader', opening, at);
  await openTrader(tx, 'trader2', opening, at);
  return openMerchant(tx, opening, at);
}

async function endStory(tx: Tx, opening: Opening, at: Date): Promise<void> {
  await hearPhones(tx, at);
  await forgetOldEvents(tx, at);
  // A rate of yesterday would be marked as old from the first look on.
  // Without a source of rates the demo lives on it, however long it lay switched off.
  await setRate(tx, { value: (await readRate(tx)).value, source: MANUAL, staleAt: after(at, DEMO_RATE_AGE), at });
  await openAccount(tx, LAST_ACCOUNT, opening, at);
}

const USDT = 1_000_000n;
const ENOUGH = 5000n * USDT;
const EARNED_MUCH = 60n * USDT;

/** A trader's daily care: moves what he earned, and sends USDT from his own wallet while there is less than enough. */
async function keepMoney(tx: Tx, random: Random, name: TraderName, at: Date): Promise<void> {
  const trader = await readUserByName(tx, name);
  if (trader === undefined) return;
  const { available, earned } = await readBalances(tx, trader.id);
  if (earned > EARNED_MUCH) await post(tx, postings.earningsMoved(newId(at), trader.id, earned), at);
  if (available >= ENOUGH) return;
  const short = Number((ENOUGH - available) / USDT);
  const sent = BigInt(Math.ceil((short + between(random, 50, 400)) / 50) * 50) * USDT;
  await receiveDeposit(tx, trader, sent, at);
}
