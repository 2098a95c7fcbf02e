import { type BankMessage, drawNoiseAmount, drawPayer, incomeMessage, noiseMessage } from '@kantor/demo/bank-texts.ts';
import { between, createRandom, type Random } from '@kantor/demo/random.ts';
import { sql } from 'kysely';
import type { Tx } from '../../db/tx.ts';
import { after, MINUTE } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { insertPing } from '../../modules/devices/index.ts';
import { receiveMessage } from '../../modules/matching/index.ts';
import type { Order } from '../../modules/orders/index.ts';
import type { Agenda } from './agenda.ts';
import { inOneTransaction } from '../../db/one-transaction.ts';
import { DOUBTS } from './doubts.ts';
import type { Chapter } from './progress.ts';

/** Of the payments, how many a phone tells of; the traders see the others in their banks' applications. */
const HEARD = 0.25;
const NOISE_A_DAY = 3;
/** Phones report every minute; the demo remembers the last ones. */
const PINGS = 40;
/** The phones' numbers are drawn apart, so that the orders of a day do not depend on them. */
const APART = 10_000;

interface Ear {
  traderId: string;
  cabinetId: string;
  phone: string;
  /** The bank's name. */
  bank: string;
  /** Last digits of the card or the account. */
  tail: string;
}

/** Money on an account, in kopecks. */
const drawIncome = (random: Random, { tail }: Ear, amount: bigint, at: Date) => {
  const balance = BigInt(Math.round(between(random, 100_000, 30_000_000)));
  return { amount, balance, tail, payer: drawPayer(random), at };
};

/** The phones of the cabinets in use are there: whoever has switched his off gets no orders. */
export async function hearPhones(tx: Tx, at: Date): Promise<void> {
  await sql`update cabinet set last_heard_at = ${at}, is_heard = true where is_active`.execute(tx);
}

/**
 * The phones of a day: what their banks tell them, and on the last day that they are there.
 * @returns what tells them that an order was paid: perhaps the bank says so, and perhaps that closes it.
 */
export async function openPhones(tx: Tx, agenda: Agenda, { day, from, until, isLast }: Chapter) {
  const random = createRandom(day + APART);
  const ears = sql<Ear>`
    select requisite.trader_id as "traderId", cabinet.id as "cabinetId", cabinet.phone, bank.name as bank,
      coalesce(nullif(last_4_digits_card, ''), right(requisite.phone, 4)) as tail
    from requisite join cabinet on cabinet.id = cabinet_id join bank on bank.id = bank_id`;

  const deps = { db: inOneTransaction(tx), clock: agenda.clock };
  const hear = async (ear: Ear, { application, text }: BankMessage) => {
    const heardAt = agenda.clock();
    const messageId = newId(heardAt);
    const { traderId, cabinetId, phone } = ear;
    const plainRequest = JSON.stringify({
      id: messageId,
      from: application,
      text,
      sentStamp: heardAt.getTime(),
      sim: phone,
    });
    const message = { messageId, phone, application, text, plainRequest, heardAt };
    await receiveMessage(deps, { id: cabinetId, traderId }, message);
  };

  const { rows } = await sql<Ear>`${ears} where cabinet.is_active order by requisite.id`.execute(tx);
  for (let n = 0; n < NOISE_A_DAY; n += 1) {
    const ear = rows[Math.floor(random() * rows.length)];
    const at = new Date(between(random, from.getTime(), until.getTime()));
    if (ear)
      agenda.add(at, () =>
        hear(ear, noiseMessage(random, ear.bank, drawIncome(random, ear, drawNoiseAmount(random), at))),
      );
  }

  for (const [minutes, phone, message] of isLast ? DOUBTS : []) {
    agenda.add(after(until, -minutes * MINUTE), async () => {
      const { rows: listening } = await sql<Ear>`${ears} where cabinet.phone = ${phone} limit 1`.execute(tx);
      for (const ear of listening) await hear(ear, message);
    });
  }

  const phones = [...new Map(rows.map((ear) => [ear.cabinetId, ear])).values()];
  for (let minute = PINGS; isLast && minute > 0; minute -= 1) {
    const at = after(until, -minute * MINUTE);
    for (const [index, { cabinetId, traderId }] of phones.entries()) {
      const text = `На связи. Заряд ${30 + 15 * index + Math.round(minute / 2)}%`;
      agenda.add(at, () => insertPing(tx, { id: newId(at), traderId, cabinetId, text, createdAt: at }));
    }
  }

  return async function hearPayment({ requisiteId, amount }: Order): Promise<void> {
    if (random() >= HEARD) return;
    const { rows: heard } = await sql<Ear>`${ears} where requisite.id = ${requisiteId}`.execute(tx);
    for (const ear of heard)
      await hear(ear, incomeMessage(random, ear.bank, drawIncome(random, ear, amount, agenda.clock())));
  };
}
