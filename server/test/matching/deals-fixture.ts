import { listNotifications } from '@kantor/contract/wire/devices.ts';
import { getOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { MINUTE } from '../../src/kernel/clock.ts';
import { type BankMessage, hear } from '../../src/modules/matching/service/heard.ts';
import { SBER, sber } from '../support/bank-phone.ts';
import { kantorTest } from '../support/fixtures.ts';
import type { Trader } from '../support/people.ts';

/** A trader whose cabinet has one requisite. */
interface Party {
  trader: Trader;
  cabinet: { id: string; traderId: string };
}

/** An order that waits for its payer, of a sum that no other has. */
export interface Deal extends Party {
  id: string;
  amount: string;
}

/** Nothing is used twice: neither a sum nor a message's name. */
let used = 0;

/** What the turn of a message that it keeps says of it. */
export const KEPT = { answer: undefined };

/** Deals of several traders at once, and what their phones tell. */
export const test = kantorTest
  .extend('merchant', { scope: 'file' }, ({ kantor }) => kantor.createMerchant())
  /** So many traders, who alone receive orders. */
  .extend('parties', ({ kantor }) => async (count: number): Promise<Party[]> => {
    const traders = [await kantor.createSoleTrader({ balance: '10000' })];
    while (traders.length < count) traders.push(await kantor.createTrader({ balance: '10000' }));
    const parties: Party[] = [];
    for (const trader of traders) {
      const cabinet = { id: await kantor.createCabinet(trader.id), traderId: trader.id };
      await kantor.createRequisite(trader.id, { cabinetId: cabinet.id, bankId: SBER });
      parties.push({ trader, cabinet });
    }
    return parties;
  })
  /** A new deal of each of these. */
  .extend('dealsOf', ({ kantor, merchant }) => async (parties: readonly Party[]): Promise<Deal[]> => {
    const deals: Deal[] = [];
    for (const _ of parties) {
      used += 1;
      const amount = String(1000 + 10 * used);
      const { id } = await merchant.order(amount);
      const { rows } = await sql<{ id: string }>`select trader_id as id from orders where id = ${id}`.execute(
        kantor.db,
      );
      const party = parties.find(({ trader }) => trader.id === rows[0]?.id);
      if (party === undefined) throw new Error('The order is of another trader');
      deals.push({ ...party, id, amount });
    }
    kantor.pass(MINUTE);
    return deals;
  })
  /** A deal of each of so many new traders. */
  .extend(
    'deals',
    ({ parties, dealsOf }) =>
      async (count: number) =>
        dealsOf(await parties(count)),
  )
  /** What a phone tells: of money that came, unless the test says otherwise. */
  .extend('said', ({ kantor }) => (amount: string, changes: Partial<BankMessage> = {}): BankMessage => {
    used += 1;
    const heardAt = kantor.clock();
    return { ...sber(amount), messageId: String(used), phone: '', plainRequest: '{}', heardAt, ...changes };
  })
  /** The same of a deal's own phone, ready for a turn. */
  .extend(
    'heardOf',
    ({ said }) =>
      ({ cabinet, amount }: Deal, changes: Partial<BankMessage> = {}) =>
        hear(cabinet, said(amount, changes)),
  )
  .extend(
    'statusOf',
    () =>
      async ({ id, trader }: Deal) =>
        (await trader.call(getOrder, { params: { id } })).status,
  )
  /** Outcomes of a trader's messages, the newest first. */
  .extend('outcomesOf', () => async ({ trader }: Party) => {
    const { results } = await trader.call(listNotifications, { query: { page_size: 100 } });
    return results.map(({ outcome }) => outcome);
  })
  /** @returns a function that reads the events since now. */
  .extend('eventsSince', ({ kantor }) => async () => {
    const { rows } = await sql<{ id: bigint }>`select coalesce(max(id), 0) as id from outbox`.execute(kantor.db);
    return async () => {
      const events = await sql<{ kind: string; id: string; owner: string }>`
        select kind, object_id as id, owners[1] as owner from outbox where id > ${rows[0]?.id ?? 0n} order by outbox.id`.execute(
        kantor.db,
      );
      return events.rows;
    };
  });
