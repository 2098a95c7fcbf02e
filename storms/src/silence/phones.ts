import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { listCabinets } from '@kantor/contract/wire/cabinets.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { sql } from 'kysely';
import { outcomeOf, untilDecided } from '../harness/calls.ts';
import { type Gate, gate, noneOf } from '../harness/gates.ts';
import type { Market, Merchant } from '../harness/market.ts';
import { pairPhone } from '../harness/phone.ts';

/** Sberbank, whose words the phone hears. */
const SBER = 1;
const TAIL = '6001';
const LIMIT_MS = 60_000;

/** A phone that sends each message again and again, then one that says nothing any more. */
export async function tryPhones(market: Market, merchant: Merchant, messages: number): Promise<Gate[]> {
  const { db } = market;
  const trader = await market.createTrader();
  const cabinetId = await market.createCabinet(trader.id, { hasPhone: false });
  await market.createRequisite(trader.id, { bankId: SBER, cabinetId, last4: TAIL });
  const phone = await pairPhone(market.anyServer(), trader, cabinetId, TAIL);
  await phone.hear('1');
  const wrong: string[] = [];
  const order = (n: number) => {
    const body = { amount: `${3000 + n}`, method: 'sbp', external_id: randomUUID(), bank: SBER } as const;
    return merchant.api.call(createMerchantOrder, { headers: idempotencyKey(), body });
  };
  for (let n = 0; n < messages; n += 1) {
    const decided = await untilDecided(() => order(n));
    if (decided.kind === 'refusal') throw decided.refusal;
    const messageId = randomUUID();
    for (let again = 0; again < 4; again += 1) await untilDecided(() => phone.hear(`${3000 + n}`, messageId));
    const { rows } = await sql<{ kept: bigint; closed: bigint }>`
      select (select count(*) from notification where message_id = ${messageId}) as kept,
        (select count(*) from order_status_change where order_id = ${decided.answer.id} and status = 'CLOSED') as closed`.execute(
      db,
    );
    const [row] = rows;
    if (row?.kept !== 1n || row.closed !== 1n) wrong.push(`${messageId}: kept ${row?.kept}, closed ${row?.closed}`);
  }
  // Two minutes and more pass without a word of it.
  await sql`update cabinet set last_heard_at = now() - interval '3 minutes' where id = ${cabinetId}`.execute(db);
  const silent = await outcomeOf(order(messages));
  const isRefused = silent.kind === 'refusal' && silent.refusal.code === 'no_requisite';
  const isOnline = async () => {
    const { rows } = await sql<{
      isHeard: boolean;
    }>`select is_heard as "isHeard" from cabinet where id = ${cabinetId}`.execute(db);
    return rows[0]?.isHeard === true;
  };
  const end = performance.now() + LIMIT_MS;
  while ((await isOnline()) && performance.now() < end) await delay(100);
  const isSeen = !(await isOnline());
  await phone.hear('2');
  const back = await untilDecided(() => order(messages + 1));
  const [cabinet] = (await trader.call(listCabinets)).results;
  const faults = [
    ...(isRefused ? [] : [`an order went to the silent phone: ${JSON.stringify(silent)}`]),
    ...(isSeen ? [] : ['its cabinet was never marked']),
    ...(back.kind === 'answer' && cabinet?.last_heard_at ? [] : ['a word of it did not bring it back']),
  ];
  return [
    noneOf('messages sent four times: not kept and paid once', wrong, messages),
    gate('a silent phone: faults', { exactly: 0 }, faults.length, { of: 3, cases: faults }),
  ];
}
