import { idempotencyKey } from '@kantor/contract/client.ts';
import { cancelMerchantOrder, createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { untilDecided } from '../harness/calls.ts';
import { type Gate, noneOf } from '../harness/gates.ts';
import type { Merchant } from '../harness/market.ts';
import type { World } from './world.ts';

const BANK = 8;

/** One Idempotency-Key, many callers, each until they are answered: one effect and one body; and a key is of its owner. */
export async function raceKeys(
  world: World,
  { callers, orders }: { callers: number; orders: number },
): Promise<Gate[]> {
  const { market, merchant } = world;
  const trader = await market.createTrader();
  await market.createRequisite(trader.id, { bankId: BANK });
  const other = await market.createMerchant({ balance: 1_000_000 });
  const wrong: string[] = [];
  let calls = 0;
  const bodiesOf = async (make: () => Promise<unknown>) => {
    const outcomes = await Promise.all(Array.from({ length: callers }, () => untilDecided(make)));
    calls += callers;
    return new Set(
      outcomes.map((each) => (each.kind === 'answer' ? JSON.stringify(each.answer) : `refused: ${each.refusal.code}`)),
    );
  };
  for (let round = 0; round < orders; round += 1) {
    const headers = idempotencyKey(`key-${round}`);
    const external_id = `keyed-${round}`;
    const order = { amount: world.amount(), method: 'sbp', bank: BANK, external_id } as const;
    const payout = { amount: '1000', method: 'sbp', fio: 'Пётр', phone: '+79995554433', external_id } as const;
    const makeOrder = (who: Merchant, body: typeof order) => who.api.call(createMerchantOrder, { headers, body });
    const bodies = await bodiesOf(() => makeOrder(merchant, order));
    if (bodies.size !== 1) wrong.push(`order under key-${round}: ${[...bodies].join(' / ')}`);
    const first = [...bodies].find((body) => body.startsWith('{')) ?? '{"id":""}';
    const { id } = JSON.parse(first) as { id: string };
    const othersOrder = await makeOrder(other, { ...order, amount: world.amount() });
    if (othersOrder.id === id) wrong.push(`key-${round} of another merchant answered the same order`);
    const cancel = idempotencyKey(`cancel-${round}`);
    const cancelled = await bodiesOf(() => merchant.api.call(cancelMerchantOrder, { params: { id }, headers: cancel }));
    if (cancelled.size !== 1) wrong.push(`cancellation of ${id}: ${[...cancelled].join(' / ')}`);
    const payoutKey = idempotencyKey(`payout-${round}`);
    const paid = await bodiesOf(() => merchant.api.call(createMerchantPayout, { headers: payoutKey, body: payout }));
    if (paid.size !== 1) wrong.push(`payout under payout-${round}: ${[...paid].join(' / ')}`);
  }
  return [noneOf('one Idempotency-Key: not one effect, or not one body', wrong, calls)];
}
