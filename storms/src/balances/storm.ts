import { pick, pickWeighted } from '@kantor/demo/random.ts';
import { MINUTE, SECOND } from '@kantor/server/src/kernel/clock.ts';
import { verify } from '@kantor/server/src/modules/verification/index.ts';
import { sql } from 'kysely';
import { openDatabase } from '../harness/database.ts';
import { gate, noneOf } from '../harness/gates.ts';
import { storm } from '../harness/storm.ts';
import { createBalancesWorld, type RealAccount, type RealOrder } from './world.ts';

/** A message that was told: undefined is what it is really about where it is about no order. */
interface Told {
  isForged: boolean;
  order: RealOrder | undefined;
}

const roubles = (kopecks: bigint) => `${kopecks / 100n}.${String(kopecks % 100n).padStart(2, '0')}`;
const NAMES = ['Иван', 'Анна', 'Пётр', 'Мария', 'Рустам', 'Ольга', 'Артём', 'Наталья'];
const INITIALS = Array.from('АБВГДЕКЛМН');
/** Few sums, so that several orders want the same. */
const SUMS = [500_00n, 1000_00n, 1500_00n, 2000_00n, 2500_00n, 3000_00n, 5000_00n];

/**
 * What happens to traders' accounts, with what is true known: payments, purchases, cashback, transfers between own accounts, emptied
 * accounts; messages lost, doubled, late, and forged in the bank's own name by who knows the sum, but no balance.
 */
export const balances = storm({
  name: 'balances',
  summary: "banks' messages with purchases, cashback, lost, doubled, late and forged ones: what their balances settle",
  minutes: 6,
  sizes: { messages: { what: 'messages that phones tell', full: 10_000, short: 300 } },
  run: async (ground, { messages }) => {
    const { random, say, signal } = ground;
    const { db } = await openDatabase(ground, 'none');
    const world = await createBalancesWorld(db, random, new Date('2026-11-20T06:00:00Z'));
    const told = new Map<string, Told>();
    const paid = new Set<string>();
    let later: (() => Promise<void>)[] = [];

    const payer = () => `${pick(random, NAMES)} ${pick(random, INITIALS)}.`;
    const income = (amount: bigint, balance: bigint, sender: string) =>
      `СЧЁТ9999 12:01 Перевод из Т-Банк +${roubles(amount)}р от ${sender} Баланс: ${roubles(balance)}р`;
    const tell = async (account: RealAccount, text: string, about: Told, heardAt?: Date) => {
      const application = about.isForged ? '900' : account.application;
      told.set(await world.tell(account, text, application, heardAt), about);
      world.pass(SECOND + Math.floor(random() * 20 * SECOND));
    };

    /** Money comes to an account, and its bank says so, or not, or twice, or late. */
    const receive = async (account: RealAccount, amount: bigint, order: RealOrder | undefined) => {
      account.balance += amount;
      if (order) paid.add(order.id);
      const about = { isForged: false, order };
      const [sender, balance, heardAt] = [payer(), account.balance, world.clock()];
      const fate = pickWeighted(random, [
        ['told', 80],
        ['lost', 5],
        ['doubled', 8],
        ['late', 7],
      ]);
      if (fate === 'late') later.push(() => tell(account, income(amount, balance, sender), about, heardAt));
      if (fate === 'told' || fate === 'doubled') await tell(account, income(amount, balance, sender), about);
      // In other words: no phone could tell that it is a repeat.
      if (fate === 'doubled') await tell(account, income(amount, balance, sender.replace(' ', ' Иванович ')), about);
    };

    /** What moves balances besides payers: some of it is heard, some is not. */
    const live = async () => {
      const account = pick(random, world.accounts);
      const kopecks = BigInt(1 + Math.floor(random() * 200_000));
      const what = pickWeighted(random, [
        ['purchase', 30],
        ['cashback', 20],
        ['own transfer', 20],
        ['emptied', 5],
        ['nothing', 60],
      ]);
      const isHeard = random() < 0.5;
      if (what === 'purchase' && account.balance > kopecks) {
        account.balance -= kopecks;
        const text = `Покупка ${roubles(kopecks)}р, карта *9999. OZON. Баланс: ${roubles(account.balance)}р`;
        if (isHeard) await tell(account, text, { isForged: false, order: undefined });
      }
      if (what === 'cashback') account.balance += kopecks;
      if (what === 'own transfer') await receive(account, kopecks, undefined);
      if (what === 'emptied') account.balance = 0n;
    };

    /** Somebody who ordered writes what the bank would write. */
    const forge = async ({ account, amount }: RealOrder) => {
      const guesses = [amount, 50_000_00n, BigInt(Math.floor(random() * 10_000_000))];
      const text = income(amount, pick(random, guesses), payer());
      await tell(account, text, { isForged: true, order: undefined });
    };

    while (told.size < messages) {
      signal.throwIfAborted();
      const amount = pick(random, SUMS);
      const count = 1 + Math.floor(random() * 4);
      const orders: RealOrder[] = [];
      for (let n = 0; n < count; n += 1) {
        const order = await world.order(n < 3 ? amount : pick(random, SUMS));
        if (order) orders.push(order);
        world.pass(SECOND);
      }
      for (const order of orders) {
        await live();
        if (random() < 0.05) await forge(order);
        if (random() < 0.8) await receive(order.account, order.amount, order);
      }
      const due = later;
      later = [];
      for (const deliver of due) await deliver();
      world.pass(world.lifetime + Math.floor(random() * 15 * MINUTE));
      await world.expire();
      if (told.size % 500 < 10) say(`${told.size} messages`);
    }

    const { rows } = await sql<{ messageId: string; orderId: string; rule: string | null }>`
      select message.message_id as "messageId", message.order_id as "orderId", verdict.rule
      from notification message left join balance_verdict verdict on verdict.notification_id = message.id and was_done
      where message.outcome = 'paid'`.execute(db);
    const { rows: unsettled } = await sql<{ n: bigint; doubted: bigint }>`
      select count(*) filter (where outcome = 'ambiguous') as n, count(*) filter (where outcome = 'balance_mismatch') as doubted
      from notification`.execute(db);
    const byBalance = rows.filter(({ rule }) => rule === 'balance');
    const byCount = rows.filter(({ rule }) => rule === 'count');
    const isWrong = ({ orderId }: { orderId: string }) => !paid.has(orderId);
    const name = ({ messageId, orderId }: { messageId: string; orderId: string }) => `${messageId} of ${orderId}`;
    const settled = byBalance.length + byCount.length;
    const wrongBalances = byBalance.filter((row) => isWrong(row) || told.get(row.messageId)?.order?.id !== row.orderId);
    return [
      noneOf('closed by a balance: another order than was paid', wrongBalances.map(name), byBalance.length),
      noneOf(
        'closed by a balance: forged',
        byBalance.filter(({ messageId }) => told.get(messageId)?.isForged).map(name),
        byBalance.length,
      ),
      noneOf('closed by a count: an order that was not paid', byCount.filter(isWrong).map(name), told.size),
      gate('messages that fitted several orders, settled', { least: 1 }, settled, {
        of: settled + Number(unsettled[0]?.n ?? 0),
      }),
      noneOf(
        'verify',
        (await verify(db)).map(({ problem }) => problem),
        rows.length,
      ),
    ];
  },
});
