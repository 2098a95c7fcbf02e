import { randomUUID } from 'node:crypto';
import { type Client, createClient } from '@kantor/contract/client.ts';
import { KEY_SCOPES } from '@kantor/contract/plain/api-keys.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import type { Role as PersonsRole } from '@kantor/contract/plain/rights.ts';
import { login } from '@kantor/contract/wire/auth.ts';
import type { MemberRole } from '@kantor/contract/plain/rights.ts';
import { transaction } from '@kantor/server/src/db/tx.ts';
import { after, DAY, MINUTE, SECOND } from '@kantor/server/src/kernel/clock.ts';
import { post, postings } from '@kantor/server/src/modules/ledger/index.ts';
import { createApiKey } from '@kantor/server/src/modules/merchant-api/index.ts';
import { setRate } from '@kantor/server/src/modules/rates/index.ts';
import { lockAccount, setServerWithdrawals, setTraffic } from '@kantor/server/src/modules/accounts/index.ts';
import { addMember, addOwner, addPerson, hashPassword } from '@kantor/server/src/modules/people/index.ts';
import { createRequisites } from '@kantor/server/test/support/requisites.ts';
import { openDatabase, type StormDatabase } from './database.ts';
import { untilFolded } from './folded.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Role, type Server, startServer } from './servers.ts';
import type { Ground } from './storm.ts';

export const PASSWORD = 'correct horse battery staple';
/** A phone is taken for silent after two minutes. */
const HEARTBEAT_MS = 20 * SECOND;
/** Longer than any answer may take; a server that was killed never answers. */
const ANSWER_LIMIT_MS = 30 * SECOND;
const CLOCK = () => new Date();

/** Somebody with an account, signed in for the back office with the first call. */
export interface Person extends Client {
  /** Of the account. */
  id: string;
  personId: string;
  username: string;
  role: PersonsRole;
  /** An access token in force. */
  token: () => Promise<string>;
  /** A client of one server. */
  at: (server: Server) => Client;
}

export interface Merchant extends Person {
  key: string;
  /** Their server's client of the merchant API. */
  api: Client;
}

interface PersonFields {
  /** USDT. */
  balance?: number;
  payouts?: boolean;
}

interface MarketOptions {
  /** Processes of each role. */
  roles: readonly Role[];
  durability?: 'full' | 'none';
  environment?: Readonly<Record<string, string>>;
  /** The file of the release that the servers begin with; that of today unless given. */
  main?: string;
  /** A database with a schema, which is there already. */
  database?: Pick<StormDatabase, 'url' | 'adminUrl' | 'db'>;
  /** The address of the database as the servers see it; its own unless given. */
  databaseUrlFor?: (database: StormDatabase) => Promise<string>;
}

/** For storms of people who do more in an hour than the usual bounds of one person let them. */
export const NO_QUOTAS = {
  KANTOR_PAYOUT_TAKES_PER_HOUR: '1000',
  KANTOR_UPLOADS_PER_HOUR: '100000',
  KANTOR_UPLOAD_MB_PER_HOUR: '100000',
} as const;

/** Stands for whichever server is next. */
const ORIGIN = 'http://storm';

const timedFetch = (server: string, request: Request): Promise<Response> =>
  fetch(new Request(server + request.url.slice(ORIGIN.length), request), {
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });

export type Market = Awaited<ReturnType<typeof openMarket>>;

/** The marketplace as it runs in earnest: real processes on a PostgreSQL of their own, and a merchant's server that hears of all. */
export async function openMarket(ground: Ground, options: MarketOptions) {
  const { roles, durability = 'none', environment = {}, main } = options;
  const given = options.database && {
    ...options.database,
    crash: () => Promise.reject(new Error('This database is not ours to kill')),
    crashConnection: () => Promise.reject(new Error('This database is not ours to kill')),
  };
  const [database, receiver]: [StormDatabase, Receiver] = await Promise.all([
    given ?? openDatabase(ground, durability),
    startReceiver(ground),
  ]);
  const { db } = database;
  const rate = { value: 100_0000n, source: 'storm', staleAt: after(CLOCK(), 365 * DAY), at: CLOCK() };
  await transaction(db, (tx) => setRate(tx, rate));
  const passwordHash = await hashPassword(PASSWORD);
  const requisites = createRequisites({ db, clock: CLOCK });

  let count = 0;
  const createAccount = async (role: PersonsRole, { balance = 0, payouts = false }: PersonFields) => {
    count += 1;
    const username = `${role}-${count}`;
    const ids = await transaction(db, async (tx) => {
      const terms = { merchant: { feeBp: 500 }, trader: { rewardBp: 200 }, operator: {} }[role];
      const { accountId: user, personId } = await addOwner(tx, {
        role,
        username,
        passwordHash,
        payoutEnable: payouts,
        at: CLOCK(),
        ...terms,
      });
      if (role === 'trader') await setTraffic(tx, user, true);
      const amount = BigInt(Math.round(balance * 1_000_000));
      if (amount > 0n) await post(tx, postings.deposit(randomUUID(), user, amount), CLOCK());
      return { id: user, personId };
    });
    return { ...ids, username };
  };
  // The demo's marketplace is not made where there are people, and in the demo alone webhooks may go to this machine.
  await createAccount('operator', {});
  const databaseUrl = (await options.databaseUrlFor?.(database)) ?? database.url;
  const started = await Promise.all(
    roles.map((role) =>
      startServer(ground, {
        role,
        databaseUrl,
        environment: { KANTOR_DEMO: 'on', KANTOR_SIMULATOR_URL: receiver.origin, ...environment },
        ...(main !== undefined && { main }),
      }),
    ),
  );
  const apis = started.filter(({ role }) => role !== 'worker');
  let turn = 0;
  /** One server or another, by turns. */
  const anyServer = (): Server => {
    turn += 1;
    const server = apis[turn % apis.length];
    if (server === undefined) throw new Error('The market has no api');
    return server;
  };
  /** A client of one server, or of all by turns. */
  const clientOf = (base: string, token?: string | (() => Promise<string>), of?: Server): Client =>
    createClient({
      base: ORIGIN + base,
      fetch: (request) => timedFetch((of ?? anyServer()).url, request),
      ...(token !== undefined && { token }),
    });
  const guest = clientOf(API_BASE);

  const createPerson = async (role: PersonsRole, fields: PersonFields = {}): Promise<Person> => {
    return signingIn(role, await createAccount(role, fields));
  };
  /** They sign in with the first call. */
  const signingIn = (role: PersonsRole, ids: { id: string; personId: string; username: string }): Person => {
    const { username } = ids;
    let signedIn: { until: number; token: Promise<string> } | undefined;
    const token = () => {
      if (signedIn === undefined || signedIn.until < Date.now()) {
        const access = guest.call(login, { body: { username, password: PASSWORD } }).then((tokens) => tokens.access);
        signedIn = { until: Date.now() + 5 * MINUTE, token: access };
        access.catch(() => (signedIn = undefined));
      }
      return signedIn.token;
    };
    return {
      ...ids,
      role,
      token,
      at: (server) => clientOf(API_BASE, token, server),
      ...clientOf(API_BASE, token),
    };
  };

  let beat: Promise<void> = Promise.resolve();
  let isQuiet = false;
  const beating = setInterval(() => {
    if (isQuiet) return;
    beat = requisites.heartbeat().catch(() => undefined);
  }, HEARTBEAT_MS);
  ground.defer(() => clearInterval(beating));

  return {
    ...requisites,
    database,
    db,
    receiver,
    apis,
    workers: started.filter(({ role }) => role === 'worker'),
    anyServer,
    guest,
    clientOf,
    createPerson,
    /** Somebody else who belongs to an account. */
    createMember: async ({ id, role }: Pick<Person, 'id' | 'role'>, memberRole: MemberRole): Promise<Person> => {
      count += 1;
      const username = `${memberRole}-${count}`;
      const personId = await transaction(db, async (tx) => {
        const person = await addPerson(tx, { username, passwordHash, at: CLOCK() });
        await addMember(tx, { accountId: id, personId: person }, memberRole, CLOCK());
        return person;
      });
      return signingIn(role, { id, personId, username });
    },
    /** Phones write nothing until they are heard again: the database changes places. */
    silencePhones: async (): Promise<void> => {
      isQuiet = true;
      await beat;
    },
    hearPhones: (): void => {
      isQuiet = false;
    },
    /** Ends what changes the database without a call: phones fall silent, and the lists have counted everything. Workers go on. */
    settle: async (): Promise<void> => {
      clearInterval(beating);
      await beat;
      await untilFolded(db);
    },
    /** With traffic on. */
    createTrader: (fields: PersonFields = {}): Promise<Person> =>
      createPerson('trader', { balance: 1_000_000, ...fields }),
    createMerchant: async (fields: PersonFields = {}): Promise<Merchant> => {
      const person = await createPerson('merchant', { payouts: true, ...fields });
      // Its server may do whatever one may.
      const key = await transaction(db, async (tx) => {
        const account = await lockAccount(tx, person.id);
        if (account !== undefined) await setServerWithdrawals(tx, account, true);
        return createApiKey(tx, { merchantId: person.id, name: 'Магазин', scopes: KEY_SCOPES, at: CLOCK() });
      });
      return { ...person, key, api: clientOf(MERCHANT_API_BASE, key) };
    },
  };
}
