import { randomUUID } from 'node:crypto';
import type { KeyScope } from '@kantor/contract/plain/api-keys.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import type { MemberRole, Role } from '@kantor/contract/plain/rights.ts';
import { Refused } from '@kantor/contract/client.ts';
import type { Wire, WireBody } from '@kantor/contract/wire/call.ts';
import { login } from '@kantor/contract/wire/auth.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import argon2 from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Database } from '../../src/db/pool.ts';
import { transaction } from '../../src/db/tx.ts';
import { type Clock, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { post, postings } from '../../src/modules/ledger/index.ts';
import { createApiKey } from '../../src/modules/merchant-api/index.ts';
import { type AccountRequest, setTraffic } from '../../src/modules/accounts/index.ts';
import { addMember, addOwner, addPerson } from '../../src/modules/people/index.ts';
import { usdt } from './money.ts';
import { createTestClient, type TestClient } from './test-client.ts';

export const PASSWORD = 'correct horse battery staple';

/** Signed in for the back office, however far the clock is moved; signs in with the first call. */
export interface Person extends TestClient {
  /** Of the account. */
  id: string;
  personId: string;
  username: string;
  /** An access token in force. */
  token: () => Promise<string>;
}

/** A trader with traffic on. */
export type Trader = Person;

export interface Merchant extends Person {
  /** The API key. */
  key: string;
  /** The merchant's own server: calls the merchant API, each time under a new idempotency key unless the test gives one. */
  api: TestClient;
  /** The merchant's server asks for an order, while the phones are online. */
  order: (amount: string | number, fields?: OrderFields) => Promise<Wire<typeof createMerchantOrder>>;
  /** The refusal of such an order. @throws Error when it is issued. */
  refusedOrder: (amount: string | number, fields?: OrderFields) => Promise<Refused>;
  /** Asks for an order. @returns whether it was issued; there was no requisite for it otherwise. */
  findsRequisite: (amount: string | number, fields?: OrderFields) => Promise<boolean>;
}

export type Operator = Person;

type OrderFields = Partial<Omit<WireBody<typeof createMerchantOrder>, 'amount'>>;

/** Of their server's key; the usual unless given. */
type MerchantFields = Partial<AccountRequest> & { scopes?: readonly KeyScope[] };

type TraderFields = Partial<AccountRequest> & { balance?: string };

interface Surroundings {
  app: FastifyInstance;
  db: Database;
  clock: Clock;
  /** Shows all phones online, now. */
  heartbeat: () => Promise<void>;
}

/** The hash of the password of all people in the tests: a cheap one, as there is nothing to protect. */
const passwordHash = argon2.hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Makes the people of a marketplace. */
export function createPeople({ app, db, clock, heartbeat }: Surroundings) {
  let count = 0;
  const guest = createTestClient(app, API_BASE);

  /** @returns an access token. */
  const signIn = async (username: string): Promise<string> =>
    (await guest.call(login, { body: { username, password: PASSWORD } })).access;

  const fund = (ownerId: string, amount: string) =>
    transaction(db, (tx) => post(tx, postings.deposit(randomUUID(), ownerId, usdt(amount)), clock()));

  /** A person of a name, in the account of an id, who signs in with the first call. */
  function personOf(ids: { id: string; personId: string; username: string }): Person {
    let signedIn: { at: Date; token: Promise<string> } | undefined;
    const token = () => {
      const now = clock();
      if (signedIn === undefined || now.getTime() - signedIn.at.getTime() > 5 * MINUTE)
        signedIn = { at: now, token: signIn(ids.username) };
      return signedIn.token;
    };
    return { ...ids, token, ...createTestClient(app, API_BASE, token) };
  }

  async function createPerson(role: Role, fields: Partial<AccountRequest> = {}): Promise<Person> {
    const username = `${role}-${(count += 1)}`;
    const hash = await passwordHash;
    const at = clock();
    const { accountId: id, personId } = await transaction(db, (tx) =>
      addOwner(tx, {
        username,
        passwordHash: hash,
        at,
        ...fields,
        ...(role === 'operator' ? { role, memberRole: 'owner' } : { role }),
      }),
    );
    return personOf({ id, personId, username });
  }

  /** A trader with traffic on and USDT on the balance, but no requisites. */
  async function createTrader({ balance = '1000', rewardBp = 200, ...fields }: TraderFields = {}): Promise<Trader> {
    const trader = await createPerson('trader', { rewardBp, ...fields });
    await transaction(db, (tx) => setTraffic(tx, trader.id, true));
    if (usdt(balance) > 0n) await fund(trader.id, balance);
    return trader;
  }

  return {
    guest,
    signIn,
    fund,

    /** A client of the back office with any token, in force or not. */
    clientWith: (token: string): TestClient => createTestClient(app, API_BASE, token),

    createTrader,

    /** The same; no other trader receives orders any more. */
    async createSoleTrader(fields?: TraderFields): Promise<Trader> {
      await sql`update account set traffic_on = false where role = 'trader'`.execute(db);
      return createTrader(fields);
    },

    async createMerchant({ feeBp = 500, scopes, ...fields }: MerchantFields = {}): Promise<Merchant> {
      const person = await createPerson('merchant', { feeBp, ...fields });
      const key = await transaction(db, (tx) =>
        createApiKey(tx, { merchantId: person.id, name: 'Магазин', at: clock(), ...(scopes && { scopes }) }),
      );
      const newKey = () => ({ 'idempotency-key': newId(clock()) });
      const api = createTestClient(app, MERCHANT_API_BASE, key, newKey);
      const orderOf = async (amount: string | number, fields: OrderFields = {}) => {
        await heartbeat();
        return { body: { amount, method: 'sbp' as const, external_id: newId(clock()), ...fields } };
      };
      return {
        ...person,
        key,
        api,
        order: async (amount, fields) => api.call(createMerchantOrder, await orderOf(amount, fields)),
        refusedOrder: async (amount, fields) => api.refusal(createMerchantOrder, await orderOf(amount, fields)),
        findsRequisite: async (amount, fields) => {
          try {
            await api.call(createMerchantOrder, await orderOf(amount, fields));
            return true;
          } catch (error) {
            if (error instanceof Refused && ['no_requisite', 'sum_impossible'].includes(error.code)) return false;
            throw error;
          }
        },
      };
    },

    createOperator: (): Promise<Operator> => createPerson('operator'),

    /** Somebody else who belongs to an account of a trader, a merchant or the platform. */
    async createMember(accountId: string, role: MemberRole): Promise<Person> {
      const username = `${role}-${(count += 1)}`;
      const [at, hash] = [clock(), await passwordHash];
      const personId = await transaction(db, async (tx) => {
        const id = await addPerson(tx, { username, passwordHash: hash, at });
        await addMember(tx, { accountId, personId: id }, role, at);
        return id;
      });
      return personOf({ id: accountId, personId, username });
    },
  };
}
