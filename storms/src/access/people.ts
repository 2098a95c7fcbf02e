import { setTimeout as delay } from 'node:timers/promises';
import { idempotencyKey } from '@kantor/contract/client.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { getAct } from '@kantor/contract/plain/statement-routes.ts';
import { MEMBER_ROLES, type MemberRole, type Role, ROLES } from '@kantor/contract/plain/rights.ts';
import { createApiKey, revokeApiKey } from '@kantor/contract/wire/api-keys.ts';
import { getMe } from '@kantor/contract/wire/auth.ts';
import { createExport } from '@kantor/contract/wire/exports.ts';
import { createMerchantOrder } from '@kantor/contract/wire/merchant-orders.ts';
import { transaction } from '@kantor/server/src/db/tx.ts';
import { createTurns } from '@kantor/server/src/db/turns.ts';
import { post, postings } from '@kantor/server/src/modules/ledger/index.ts';
import { fanOut } from '@kantor/server/src/modules/webhooks/index.ts';
import { OF_MERCHANT } from '@kantor/server/test/http/acts.ts';
import { createObjects, kindOf } from '@kantor/server/test/http/objects.ts';
import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { Market, Merchant, Person } from '../harness/market.ts';
import { jsonHeaders, sendRaw } from '../harness/raw.ts';

const CLOCK = () => new Date();

/** Owners of one object of each kind; strangers of each role; and tokens and keys that let nobody in. */
export interface People {
  /** Ids by the kind of object. */
  objects: Record<string, string>;
  /** What is not the other owner's, or no key's, in their place. */
  own: Record<'trader' | 'merchant', Record<string, string | undefined>>;
  owners: { trader: Person; merchant: Merchant };
  strangers: Record<Role, Person> & { merchant: Merchant };
  /** Members of the strangers' accounts, one of each role. */
  seats: readonly Seat[];
  /** By what is wrong with them. */
  deadTokens: Record<string, string | undefined>;
  deadKeys: Record<string, string | undefined>;
}

/** A member of a stranger's account. */
interface Seat {
  role: Role;
  memberRole: MemberRole;
  person: Person;
}

const TAMPERED = (token: string) => token.slice(0, -2) + (token.endsWith('A') ? 'BB' : 'AA');

/** A token that says something else under the signature of another. */
function forge(token: string): string {
  const [head, , signature] = token.split('.');
  const claims = { sub: randomUUID(), role: 'operator', exp: 4_000_000_000, iat: 1 };
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
}

async function untilRefused(market: Market, token: string): Promise<void> {
  for (const server of market.apis) {
    for (;;) {
      const answer = await sendRaw(server.url, {
        method: 'GET',
        path: API_BASE + getMe.path,
        headers: jsonHeaders(token),
      });
      if (answer.status === 401) break;
      await delay(50);
    }
  }
}

export async function createPeople(market: Market): Promise<People> {
  const { db } = market;
  const trader = await market.createTrader({ payouts: true });
  const merchant = await market.createMerchant({ balance: 1000 });
  const place = {
    db,
    clock: CLOCK,
    createCabinet: market.createCabinet,
    createRequisite: market.createRequisite,
    fund: (ownerId: string) =>
      transaction(db, (tx) => post(tx, postings.deposit(randomUUID(), ownerId, 100_000_000n), CLOCK())),
    turns: createTurns({ db, clock: CLOCK }),
    fanOut: () => fanOut({ db, clock: CLOCK }),
  };
  const withKeys: Merchant['api'] = {
    ...merchant.api,
    call: (call, ...[input]) =>
      merchant.api.call(call, ...([{ ...input, headers: idempotencyKey() }] as unknown as [never])),
  };
  const order = (amount: string) =>
    merchant.api.call(createMerchantOrder, {
      headers: idempotencyKey(),
      body: { amount, method: 'sbp', external_id: 'of the owner' },
    });
  const objects = await createObjects(place, trader, { ...merchant, api: withKeys, order });
  const fileOf = async (owner: Person | Merchant) =>
    (await owner.call(createExport, { headers: idempotencyKey(), body: { list: 'orders' } })).id;
  const own = {
    trader: { [kindOf(createExport)]: await fileOf(trader) },
    merchant: {
      [kindOf(createExport)]: await fileOf(merchant),
      [kindOf(getAct)]: objects[`${kindOf(getAct)}${OF_MERCHANT}`],
    },
  };

  const blocked = await market.createMerchant();
  const blockedToken = await blocked.token();
  const former = await merchant.call(createApiKey, { body: { name: 'former' } });
  await merchant.call(revokeApiKey, { params: { id: former.id } });
  await sql`update account set blocked_at = now() where id = ${blocked.id}`.execute(db);
  await untilRefused(market, blockedToken);
  const token = await merchant.token();
  const none = { 'no token': undefined, nonsense: 'nonsense', tampered: TAMPERED(token), forged: forge(token) };
  const strangers = {
    trader: await market.createTrader({ payouts: true }),
    merchant: await market.createMerchant({ balance: 1000 }),
    operator: await market.createPerson('operator'),
  };
  // Signed in by now: a sign-in changes tables.
  await Promise.all(Object.values(strangers).map((stranger) => stranger.token()));
  const seats: Seat[] = [];
  for (const role of ROLES) {
    for (const memberRole of MEMBER_ROLES[role]) {
      const person = await market.createMember(strangers[role], memberRole);
      await person.token();
      seats.push({ role, memberRole, person });
    }
  }
  return {
    objects,
    own,
    owners: { trader, merchant },
    strangers,
    seats,
    deadTokens: { ...none, 'of a blocked user': blockedToken, 'an API key': merchant.key },
    deadKeys: {
      ...none,
      'of a blocked merchant': blocked.key,
      revoked: former.key,
      'an access token': token,
      'an access token of a trader': await trader.token(),
    },
  };
}
