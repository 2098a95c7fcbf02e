import { type Gate, gate } from '../harness/gates.ts';
import { winners, type World } from './world.ts';

// Many orders for what is there only once.

interface Scarcity {
  name: string;
  bank: number;
  goal: number;
  balance: number;
  maxCurrentDeals: number;
  amount: (n: number) => string;
}

const SCARCE: readonly Scarcity[] = [
  { name: 'the last place', bank: 3, goal: 1, balance: 1_000_000, maxCurrentDeals: 1, amount: (n) => String(1000 + n) },
  { name: 'three places', bank: 4, goal: 3, balance: 1_000_000, maxCurrentDeals: 3, amount: (n) => String(1000 + n) },
  // 10 USDT, and orders of a little less.
  { name: 'USDT for one', bank: 5, goal: 1, balance: 10, maxCurrentDeals: 0, amount: (n) => String(999 - (n % 400)) },
  { name: 'one amount', bank: 6, goal: 1, balance: 1_000_000, maxCurrentDeals: 0, amount: () => '777.77' },
];

/** Orders for the last place, for the last USDT and of one amount: exactly as many are issued as there is room for. */
export async function racePlaces({ market, race, order }: World, callers: number): Promise<Gate[]> {
  const gates: Gate[] = [];
  for (const { name, bank, goal, balance, maxCurrentDeals, amount } of SCARCE) {
    const trader = await market.createTrader({ balance });
    await market.createRequisite(trader.id, { bankId: bank, maxCurrentDeals });
    const asked = Array.from({ length: callers }, (_, n) => race(name, order(amount(n), bank)));
    const issued = winners(await Promise.all(asked)).length;
    gates.push(gate(`orders for ${name}: issued`, { exactly: goal }, issued, { of: callers }));
  }
  return gates;
}
