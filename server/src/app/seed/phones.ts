import { type BankMessage, drawNoiseAmount, drawPayer, incomeMessage, noiseMessage } from '@kantor/demo/bank-texts.ts';
import { between, createRandom, type Random } from '@kantor/demo/random.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { createTurns } from '../../db/turns.ts';
import { after, MINUTE } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { lockCabinets, recordHeartbeat } from '../../modules/cabinets/index.ts';
import { insertPing } from '../../modules/devices/index.ts';
import { receiveMessage } from '../../modules/matching/index.ts';
import type { Order } from '../../modules/orders/index.ts';
import { assignToCabinet } from '../../modules/requisites/index.ts';
import { inOneTransaction } from '../../db/one-transaction.ts';
import type { DemoDay } from './progress.ts';
import type { Schedule } from './schedule.ts';
import { UNMATCHED_MESSAGES } from './unmatched-messages.ts';

/** The part of payments about which a phone sends a message. Traders see the others in their banks' applications. */
const NOTIFIED = 0.25;
const NOISE_A_DAY = 3;
/** Phones ping every minute; the demo has the last pings. */
const PINGS = 40;
/** The phones' random numbers are a row of their own, so that the orders of a day do not depend on them. */
const SEED_OFFSET = 10_000;

/** An account whose bank writes to a phone. */
interface PhoneAccount {
  traderId: string;
  cabinetId: string;
  phone: string;
  /** The bank's name. */
  bank: string;
  /** Last digits of the card or the account. */
  tail: string;
}

/** Money on an account, in kopecks. */
const drawIncome = (random: Random, { tail }: PhoneAccount, amount: bigint, at: Date) => {
  const balance = BigInt(Math.round(between(random, 100_000, 30_000_000)));
  return { amount, balance, tail, payer: drawPayer(random), at };
};

/** Sets the cabinets in use online, and so until a moment after `at`: one whose phone is silent takes no orders. */
async function recordHeartbeats(tx: Tx, at: Date): Promise<void> {
  const { rows } = await sql<{ id: string; traderId: string }>`
    select id, trader_id as "traderId" from cabinet where is_active order by id`.execute(tx);
  for (const cabinet of rows) await recordHeartbeat(tx, cabinet, at);
}

/** A trader puts a requisite into the cabinet of another phone of theirs. */
export async function moveRequisite(tx: Tx, name: string, phone: string, at: Date): Promise<void> {
  const { rows } = await sql<{ id: string; traderId: string; from: string; to: string }>`
    select requisite.id, requisite.trader_id as "traderId", cabinet_id as "from", cabinet.id as "to"
    from requisite join cabinet on cabinet.trader_id = requisite.trader_id and cabinet.phone = ${phone}
    where requisite.name = ${name}`.execute(tx);
  for (const { id, traderId, from, to } of rows) {
    for (const cabinetId of [from, to]) {
      const [cabinet] = await lockCabinets(tx, [{ id: cabinetId, traderId }], { busy: 'wait' });
      const { rows: others } = await sql<{ id: string }>`
        select id from requisite where cabinet_id = ${cabinetId} and id <> ${id} and archived_at is null`.execute(tx);
      const ids = others.map((other) => other.id);
      if (cabinet) await assignToCabinet(tx, cabinet, cabinetId === to ? [...ids, id] : ids, at);
    }
  }
}

/**
 * The phones of a day, online until its end: messages of their banks, and pings on the last day.
 * @returns a function that may send the bank's message about a paid order, which may close the order.
 */
export async function openPhones(tx: Tx, schedule: Schedule, { day, from, until, isLast }: DemoDay) {
  await recordHeartbeats(tx, until);
  const random = createRandom(day + SEED_OFFSET);
  const accounts = sql<PhoneAccount>`
    select requisite.trader_id as "traderId", cabinet.id as "cabinetId", cabinet.phone, bank.name as bank,
      coalesce(nullif(last_4_digits_card, ''), right(requisite.phone, 4)) as tail
    from requisite join cabinet on cabinet.id = cabinet_id join bank on bank.id = bank_id`;

  const own = { db: inOneTransaction(tx), clock: schedule.clock };
  const deps = { ...own, turns: createTurns(own) };
  const receive = async (account: PhoneAccount, { application, text }: BankMessage) => {
    const receivedAt = schedule.clock();
    const messageId = newId(receivedAt);
    const { traderId, cabinetId, phone } = account;
    const plainRequest = JSON.stringify({
      id: messageId,
      from: application,
      text,
      sentStamp: receivedAt.getTime(),
      sim: phone,
    });
    const message = { messageId, phone, application, text, plainRequest, heardAt: receivedAt };
    await receiveMessage(deps, { id: cabinetId, traderId }, message);
  };

  const { rows } = await sql<PhoneAccount>`${accounts} where cabinet.is_active order by requisite.id`.execute(tx);
  for (let n = 0; n < NOISE_A_DAY; n += 1) {
    const account = rows[Math.floor(random() * rows.length)];
    const at = new Date(between(random, from.getTime(), until.getTime()));
    if (account)
      schedule.add(at, () =>
        receive(account, noiseMessage(random, account.bank, drawIncome(random, account, drawNoiseAmount(random), at))),
      );
  }

  for (const [minutes, phone, message] of isLast ? UNMATCHED_MESSAGES : []) {
    schedule.add(after(until, -minutes * MINUTE), async () => {
      const { rows: receivers } = await sql<PhoneAccount>`${accounts} where cabinet.phone = ${phone} limit 1`.execute(
        tx,
      );
      for (const account of receivers) await receive(account, message);
    });
  }

  const phones = [...new Map(rows.map((account) => [account.cabinetId, account])).values()];
  for (let minute = PINGS; isLast && minute > 0; minute -= 1) {
    const at = after(until, -minute * MINUTE);
    for (const [index, { cabinetId, traderId }] of phones.entries()) {
      const text = `На связи. Заряд ${30 + 15 * index + Math.round(minute / 2)}%`;
      schedule.add(at, () => insertPing(tx, { id: newId(at), traderId, cabinetId, text, createdAt: at }));
    }
  }

  return async function notifyPayment({ requisiteId, amount }: Order): Promise<void> {
    if (random() >= NOTIFIED) return;
    const { rows: receivers } = await sql<PhoneAccount>`${accounts} where requisite.id = ${requisiteId}`.execute(tx);
    for (const account of receivers)
      await receive(
        account,
        incomeMessage(random, account.bank, drawIncome(random, account, amount, schedule.clock())),
      );
  };
}
