import type { BalanceMode } from '@kantor/contract/plain/statuses.ts';
import { sql } from 'kysely';
import { SBER } from '../support/bank-phone.ts';
import { cabinetTest } from './fixture.ts';

/** Requisites of Sberbank that payers know by a telephone number: its tail says nothing of them, and equal sums are ambiguous. */
export const test = cabinetTest
  .extend('holders', () => ['Ким Ян', 'Ли Анна'])
  .extend('requisites', { auto: true }, async ({ kantor, trader, cabinet, holders }) => {
    const ids: string[] = [];
    for (const fio of holders) {
      const own = { cabinetId: cabinet.id, bankId: SBER, fio, last4: '', bankAccount: '' };
      ids.push(await kantor.createRequisite(trader.id, own));
    }
    return ids;
  })
  /** What is done at the bank with balances. */
  .extend('setMode', ({ kantor }) => async (mode: BalanceMode, bankId = SBER) => {
    await sql`update balance_mode set mode = ${mode} where bank_id = ${bankId}`.execute(kantor.db);
  })
  .extend('mode', { auto: true }, ({ setMode }) => setMode('on'))
  /** The bank says that so much came, and what there is now: roubles. */
  .extend('say', ({ hear, kantor }) => async (sum: string, balance: string, manner: Saying = {}) => {
    const { sender = 'Иван И.', application = '900', heardAt = kantor.clock() } = manner;
    const text = `СЧЁТ9999 12:01 Перевод из Т-Банк +${sum}р от ${sender} Баланс: ${balance}р`;
    await hear({ application, text }, { heardAt });
    kantor.pass(1000);
  })
  /** An order that is a minute old, and its requisite's place. */
  .extend('issued', ({ kantor, issue, requisites }) => async (amount: string) => {
    const id = await issue(amount);
    const { rows } = await sql<{ requisite: string }>`
      select requisite_id as requisite from orders where id = ${id}`.execute(kantor.db);
    return { id, at: requisites.indexOf(rows[0]?.requisite ?? '') };
  })
  /** Two orders of one sum: the first is at the first requisite, the second at the other. */
  .extend('twins', ({ issued }) => async (amount: string) => {
    const both = [await issued(amount), await issued(amount)].toSorted((a, b) => a.at - b.at);
    const [one, two] = both;
    if (one === undefined || two === undefined) throw new Error('There are two');
    return [one.id, two.id] as const;
  })
  /**
   * Lets the bank say what is on each account, by an order of its own sum: `balances` of the requisites, in roubles.
   * @returns the requisites' places, in the order in which it was said.
   */
  .extend('know', ({ issued, say }) => async (...balances: number[]) => {
    const known = new Set<number>();
    for (let sum = 101; known.size < balances.length && sum < 110; sum += 1) {
      const { at } = await issued(String(sum));
      await say(String(sum), String(balances[at]));
      known.add(at);
    }
    return [...known];
  })
  .extend('statusOf', ({ trader }) => async (...ids: string[]) => {
    const orders = await Promise.all(ids.map((id) => trader.readOrder(id)));
    return orders.map(({ status }) => status);
  })
  .extend('verdicts', ({ kantor, trader }) => async () => {
    const { rows } = await sql<{ rule: string; orderId: string; wasDone: boolean }>`
      select rule, verdict.order_id as "orderId", was_done as "wasDone"
      from balance_verdict verdict join notification message on message.id = notification_id
      where message.trader_id = ${trader.id} order by verdict.created_at, notification_id`.execute(kantor.db);
    return rows;
  });

interface Saying {
  sender?: string;
  application?: string;
  heardAt?: Date;
}
