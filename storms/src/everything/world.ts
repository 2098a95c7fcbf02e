import { randomUUID } from 'node:crypto';
import type { Wire } from '@kantor/contract/wire/call.ts';
import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { createTraderWallet, createWallet } from '@kantor/contract/wire/withdrawals.ts';
import { pick, type Random } from '@kantor/demo/random.ts';
import { createCli } from '@kantor/server/test/support/cli.ts';
import type { Market, Merchant, Person } from '../harness/market.ts';
import { pairPhone } from '../harness/phone.ts';
import type { Ground } from '../harness/storm.ts';

/** As few as there can be: everybody is in everybody's way. */
const TRADERS = 2;
const CABINETS = 2;
/** Sberbank, whose words the phones hear. */
export const SBER = 1;
const PAYERS = 12;
const OPERATORS = 3;
/** Deeds are about one of so many that were made last. */
const RECENT = 12;
const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

type Phone = Awaited<ReturnType<typeof pairPhone>>;

/** An order, an appeal or a payout of a shop's. */
interface Made {
  id: string;
  shop: Merchant;
}

interface Cabinet {
  id: string;
  trader: Person;
  /** Ends the accounts of its requisites. */
  last4: string;
}

export interface World {
  random: Random;
  market: Market;
  traders: readonly Person[];
  /** Traders who make payouts and take no orders. */
  payers: readonly Person[];
  shops: readonly Merchant[];
  requisites: readonly { id: string; trader: Person }[];
  cabinets: readonly Cabinet[];
  phones: readonly Phone[];
  /** Its cabinet has another phone from then on. */
  pairAnew: (cabinet: Cabinet) => Promise<void>;
  /** Of whoever withdraws, by their account. */
  wallets: ReadonlyMap<string, string>;
  /** What the deeds have made, the newest last. */
  made: {
    orders: (Made & { amount: string; paymentUrl: string })[];
    appeals: Made[];
    payouts: Made[];
    withdrawals: { id: string; owner: Person }[];
    proposals: string[];
  };
  one: <Item>(items: readonly Item[]) => Item;
  /** A whole number below one. */
  below: (limit: number) => number;
  /** Of what was made last. @throws NothingYet */
  recent: <Item>(items: readonly Item[]) => Item;
  /** Runs a command as one of the operators. @returns what it printed. */
  command: (...words: string[]) => Promise<string>;
}

/** What somebody does; the answer does not matter. */
export type Deed = (world: World) => Promise<unknown>;
/** Deeds by name, each with its weight among all. */
export type Deeds = Readonly<Record<string, readonly [weight: number, deed: Deed]>>;

/** A number of somebody's own, another at each call. */
export const numberOf = (): string => randomUUID();

/** There is nothing that the deed could be about. */
export class NothingYet extends Error {}

type Wallet = Wire<typeof createWallet>;

/** A marketplace of two shops and two traders with two phones each, who do payouts as others do. */
export async function createWorld({ random }: Ground, market: Market): Promise<World> {
  const traders = await Promise.all(
    Array.from({ length: TRADERS }, () => market.createTrader({ balance: 10_000, payouts: true })),
  );
  const payers = await Promise.all(
    Array.from({ length: PAYERS }, () => market.createTrader({ balance: 100, payouts: true })),
  );
  const shops = await Promise.all([1, 2].map(() => market.createMerchant({ balance: 50_000 })));
  const webhooks = { url: market.receiver.url, is_active: true };
  await Promise.all(shops.map((shop) => shop.call(updateWebhookEndpoint, { body: webhooks })));
  const [cabinets, requisites, phones]: [World['cabinets'][number][], World['requisites'][number][], Phone[]] = [
    [],
    [],
    [],
  ];
  for (const trader of traders) {
    for (let n = 0; n < CABINETS; n += 1) {
      const cabinetId = await market.createCabinet(trader.id);
      const last4 = String(5000 + cabinets.length);
      cabinets.push({ id: cabinetId, trader, last4 });
      for (const bankId of [SBER, SBER + 1])
        requisites.push({ id: await market.createRequisite(trader.id, { bankId, cabinetId, last4 }), trader });
      phones.push(await pairPhone(market.anyServer(), trader, cabinetId, last4));
    }
  }
  const wallets = new Map<string, string>();
  for (const owner of [...traders, ...shops]) {
    const call = owner.role === 'merchant' ? createWallet : createTraderWallet;
    const { id }: Wallet = await owner.call(call, { body: { wallet_to_withdraw: WALLET } });
    wallets.set(owner.id, id);
  }
  const operators = await Promise.all(Array.from({ length: OPERATORS }, () => market.createPerson('operator')));
  const operatorsAt = createCli({ db: market.db, clock: () => new Date() });
  const below = (limit: number) => Math.floor(random() * limit);
  const one = <Item>(items: readonly Item[]) => pick(random, items);
  return {
    random,
    market,
    traders,
    payers,
    shops,
    requisites,
    cabinets,
    phones,
    pairAnew: async (cabinet) => {
      const phone = await pairPhone(market.anyServer(), cabinet.trader, cabinet.id, cabinet.last4);
      phones[cabinets.indexOf(cabinet)] = phone;
    },
    wallets,
    made: { orders: [], appeals: [], payouts: [], withdrawals: [], proposals: [] },
    one,
    below,
    recent: (items) => {
      if (items.length === 0) throw new NothingYet();
      return one(items.slice(-RECENT));
    },
    command: (...words) => operatorsAt.cli(...words, '--by', one(operators).username),
  };
}
