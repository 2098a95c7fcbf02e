import { idempotencyKey } from '@kantor/contract/client.ts';
import { cancelMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { sql } from 'kysely';
import { times } from '../harness/calls.ts';
import { type Gate, noneOf } from '../harness/gates.ts';
import { pairPhone } from '../harness/phone.ts';
import { winners, type World } from './world.ts';

/** Sberbank, whose words the phones hear. */
const SBER = 1;
const PHONES = 4;

/** A bank's message against the trader's hand and the shop's change of mind: every order ends once. */
export async function raceMessages(world: World, orders: number): Promise<Gate[]> {
  const { market, merchant, race } = world;
  const traders = await Promise.all(
    Array.from({ length: PHONES }, async (_, n) => {
      const trader = await market.createTrader();
      const cabinetId = await market.createCabinet(trader.id, { hasPhone: false });
      const last4 = String(5000 + n);
      await market.createRequisite(trader.id, { bankId: SBER, cabinetId, last4 });
      return { trader, phone: await pairPhone(market.anyServer(), trader, cabinetId, last4) };
    }),
  );
  // Of all traders with this bank, these alone take orders: their phones must hear of them.
  const ids = traders.map(({ trader }) => trader.id);
  await sql`update account set traffic_on = false where role = 'trader' and id <> all(${ids}::uuid[])`.execute(
    market.db,
  );
  await Promise.all(traders.map(({ phone }) => phone.hear('1')));
  const wrong: string[] = [];
  await times(orders, PHONES, async (index) => {
    const amount = `${20_000 + index}`;
    const { id } = await world.issued(amount, SBER);
    const params = { id };
    const { rows } = await sql<{ traderId: string }>`
      select trader_id as "traderId" from orders where id = ${id}`.execute(market.db);
    const own = traders.find(({ trader }) => trader.id === rows[0]?.traderId);
    if (own === undefined) throw new Error('An order went to a trader without a phone');
    const ends = [
      race<unknown>(`message for ${id}`, own.phone.hear(amount)),
      race<unknown>(`confirm ${id}`, own.trader.call(confirmOrder, { params })),
      race<unknown>(`cancel ${id}`, merchant.api.call(cancelMerchantOrder, { params, headers: idempotencyKey() })),
    ];
    const [, ...people] = await Promise.all(ends);
    const won = winners(people).length;
    const { rows: history } = await sql<{ status: string; actor: string }>`
      select status::text, actor::text from order_status_change where order_id = ${id} and n > 1`.execute(market.db);
    const byPhone = history.filter(({ actor }) => actor === 'device').length;
    if (won + byPhone !== 1 || history.length !== 1) {
      wrong.push(`order ${id}: ${won} by people, ${byPhone} by the phone, ${JSON.stringify(history)}`);
    }
  });
  return [noneOf("a bank's message × confirmation × cancellation: not one winner", wrong, orders * 3)];
}
