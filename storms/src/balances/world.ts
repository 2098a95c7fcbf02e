import { randomUUID } from 'node:crypto';
import { pick, type Random } from '@kantor/demo/random.ts';
import type { Database } from '@kantor/server/src/db/pool.ts';
import { transaction } from '@kantor/server/src/db/tx.ts';
import { createTurns } from '@kantor/server/src/db/turns.ts';
import { after, DAY, MINUTE } from '@kantor/server/src/kernel/clock.ts';
import { newId } from '@kantor/server/src/kernel/ids.ts';
import { setTraffic } from '@kantor/server/src/modules/accounts/index.ts';
import { unkept } from '@kantor/server/src/modules/idempotency/index.ts';
import { post, postings } from '@kantor/server/src/modules/ledger/index.ts';
import { receiveMessage } from '@kantor/server/src/modules/matching/index.ts';
import { expireDueOrders, issueOrder } from '@kantor/server/src/modules/orders/index.ts';
import { addOwner, hashPassword } from '@kantor/server/src/modules/people/index.ts';
import { setRate } from '@kantor/server/src/modules/rates/index.ts';
import { createRequisites } from '@kantor/server/test/support/requisites.ts';
import { sql } from 'kysely';

/** An account at a bank, and what is really on it: kopecks. */
export interface RealAccount {
  cabinet: { id: string; traderId: string };
  balance: bigint;
  /** By which its bank writes: an SMS, or its application. */
  application: string;
}

/** An order, and the account that its payer pays to. */
export interface RealOrder {
  id: string;
  amount: bigint;
  account: RealAccount;
}

const HOLDERS = ['Ким Ян', 'Ли Анна', 'Соколова Мария', 'Петров Пётр', 'Юн Ева', 'Абдурахманов Магомед'];
const SBER = 1;

/** A market on a database of its own, served by two processes' turns, with a clock of its own. */
export async function createBalancesWorld(db: Database, random: Random, start: Date) {
  let now = start;
  const clock = () => now;
  const servers = [0, 1].map(() => ({ db, clock, turns: createTurns({ db, clock }) }));
  const anyServer = () => pick(random, servers);
  await transaction(db, (tx) =>
    setRate(tx, { value: 100_0000n, source: 'storm', staleAt: after(now, 365 * DAY), at: now }),
  );
  await sql`update balance_mode set mode = 'on'`.execute(db);
  const requisites = createRequisites({ db, clock });
  const passwordHash = await hashPassword('correct horse battery staple');
  const owner = (role: 'trader' | 'merchant', username: string) =>
    transaction(db, async (tx) => {
      const terms = role === 'trader' ? { rewardBp: 200 } : { feeBp: 500 };
      const { accountId } = await addOwner(tx, {
        role,
        username,
        passwordHash,
        payoutEnable: false,
        at: now,
        ...terms,
      });
      if (role === 'trader') {
        await setTraffic(tx, accountId, true);
        await post(tx, postings.deposit(randomUUID(), accountId, 1_000_000_000_000n), now);
      }
      return accountId;
    });

  const merchantId = await owner('merchant', 'shop');
  const accounts = new Map<string, RealAccount>();
  const all: RealAccount[] = [];
  for (let n = 0; n < 4; n += 1) {
    const traderId = await owner('trader', `trader-${n}`);
    const cabinet = { id: await requisites.createCabinet(traderId), traderId };
    // Of the last trader two requisites are of one account: its telephone and its card, both without a tail.
    const holders = n === 3 ? ['Ким Ян', 'Ким Ян'] : HOLDERS.slice(n, n + 3);
    const application = n % 2 === 0 ? '900' : 'ru.sberbankmobile';
    let shared: RealAccount | undefined;
    for (const fio of holders) {
      const requisite = { cabinetId: cabinet.id, bankId: SBER, fio, last4: '', bankAccount: '' };
      const id = await requisites.createRequisite(traderId, requisite);
      const account = shared ?? { cabinet, balance: BigInt(Math.floor(random() * 10_000_000)), application };
      if (n === 3) shared = account;
      accounts.set(id, account);
      if (!all.includes(account)) all.push(account);
    }
  }

  let orders = 0;
  return {
    accounts: all,
    clock,
    pass: (milliseconds: number) => {
      now = after(now, milliseconds);
    },
    /** @returns undefined when no requisite has room for the sum. */
    async order(amount: bigint): Promise<RealOrder | undefined> {
      await requisites.heartbeat();
      const externalId = `order-${(orders += 1)}`;
      const request = {
        merchantId,
        externalId,
        amount,
        method: 'sbp' as const,
        bankId: undefined,
        callbackUrl: undefined,
      };
      try {
        const { id, requisiteId } = await issueOrder(
          anyServer(),
          request,
          unkept((order) => order),
        );
        const account = accounts.get(requisiteId);
        return account && { id, amount, account };
      } catch {
        return undefined;
      }
    },
    /** A phone tells what it has heard. @returns the message's name. */
    async tell(account: RealAccount, text: string, application: string, heardAt = now): Promise<string> {
      const messageId = newId(now);
      const message = { messageId, phone: '', application, text, plainRequest: '{}', heardAt };
      await receiveMessage(anyServer(), account.cabinet, message);
      return messageId;
    },
    async expire(): Promise<void> {
      await expireDueOrders({ ...anyServer(), db, clock });
    },
    lifetime: 16 * MINUTE,
  };
}
