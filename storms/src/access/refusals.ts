import { randomUUID } from 'node:crypto';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { mayDo, type MemberRole, type Right, ROLES, type Role, rolesThatMay } from '@kantor/contract/plain/rights.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { CALLS, MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { kindOf } from '@kantor/server/test/http/objects.ts';
import { bodyOf, queryOf } from '@kantor/server/test/http/sound.ts';
import { photo } from '../harness/files.ts';
import { type Gate, noneOf } from '../harness/gates.ts';
import type { Market } from '../harness/market.ts';
import { formOf, jsonHeaders, type RawAnswer, sendRaw } from '../harness/raw.ts';
import { addressOf, soundBody } from '../harness/schema.ts';
import type { People } from './people.ts';

// Every call of the contract by everybody who may not make it: a new call is in the matrix by itself.

/** Ids that no object can have. */
const MALFORMED = ['1', 'null', '%00', "'--", 'a'.repeat(100), '%2e%2e', '00000000-0000-0000-0000-00000000000g'];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface Api {
  base: string;
  calls: readonly Call[];
  dead: Record<string, string | undefined>;
}

const nameOf = ({ method, path }: Call) => `${method} ${path}`;
const rolesOf = ({ right }: Call): readonly Role[] => rolesThatMay(right);

/** Nobody's object is foreign to those who run the platform. */
const isOfPlatform = ({ right }: Call) => right.startsWith('platform.');

/** The answer without the number of its request. */
const comparable = ({ status, text }: RawAnswer) => `${status} ${text.replace(/"request_id":"[^"]*"/, '')}`;

/** Sends a sound request to an object of a call. */
async function ask(market: Market, base: string, call: Call, id: string, token?: string): Promise<RawAnswer> {
  const { method, path, upload } = call;
  const server = market.anyServer().url;
  const address = addressOf(base, path, id);
  const query = queryOf(call);
  if (method === 'GET')
    return sendRaw(server, { method, path: query ? `${address}?${query}` : address, headers: jsonHeaders(token) });
  const keyed = { ...jsonHeaders(token), 'idempotency-key': randomUUID() };
  if (upload !== undefined) {
    const fields = (soundBody(call) ?? {}) as Record<string, string>;
    const form = await formOf(upload, await photo(), fields);
    return sendRaw(server, {
      method,
      path: address,
      headers: { ...keyed, 'content-type': form.type },
      body: form.body,
    });
  }
  const body = bodyOf(call) ?? soundBody(call);
  return sendRaw(server, {
    method,
    path: address,
    headers: keyed,
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

const mayMake = ({ right }: Call, member: { role: Role; memberRole: MemberRole }): boolean =>
  right === 'signed_in' || mayDo(member, right as Right);

/** Callers x calls x ids: nobody gets at what is not theirs, and every refusal looks the same. */
export async function tryRefusals(market: Market, people: People, rounds: number): Promise<Gate[]> {
  const wrong: string[] = [];
  let tries = 0;
  const expect = (what: string, answer: RawAnswer, status: number) => {
    tries += 1;
    if (answer.status !== status)
      wrong.push(`${what}: ${answer.status} in place of ${status}: ${answer.text.slice(0, 120)}`);
  };
  const objectOf = (call: Call) => people.objects[kindOf(call)] ?? randomUUID();
  const tryIds = async (base: string, call: Call, who: string, token: string) => {
    if (!call.path.includes(':')) return;
    const foreign = await ask(market, base, call, isOfPlatform(call) ? randomUUID() : objectOf(call), token);
    expect(`${who} ${nameOf(call)} of a foreign object`, foreign, 404);
    for (const id of [...Array.from({ length: rounds }, () => randomUUID()), ...MALFORMED]) {
      const answer = await ask(market, base, call, id, token);
      expect(`${who} ${nameOf(call)} of ${id}`, answer, 404);
      if (comparable(answer) !== comparable(foreign))
        wrong.push(`${who} ${nameOf(call)} tells ${id} from a foreign one`);
    }
  };
  const apis: Api[] = [
    { base: API_BASE, calls: CALLS.filter(({ right }) => right !== 'public'), dead: people.deadTokens },
    { base: MERCHANT_API_BASE, calls: MERCHANT_CALLS, dead: people.deadKeys },
  ];
  for (const { base, calls, dead } of apis) {
    for (const call of calls) {
      for (const [who, token] of Object.entries(dead)) {
        expect(`${who} ${nameOf(call)}`, await ask(market, base, call, objectOf(call), token), 401);
      }
      if (base === MERCHANT_API_BASE) {
        await tryIds(base, call, 'another merchant', people.strangers.merchant.key);
        continue;
      }
      for (const { role, memberRole, person } of people.seats) {
        const token = await person.token();
        const who = `${role} ${memberRole}`;
        if (mayMake(call, { role, memberRole })) await tryIds(base, call, who, token);
        else expect(`${who} ${nameOf(call)}`, await ask(market, base, call, objectOf(call), token), 403);
      }
    }
  }
  return [noneOf('callers × calls × ids: wrong refusals', wrong, tries)];
}

/** Whether a path is one of a call. */
const matches = (call: Call, path: string) => new RegExp(`^${call.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

/** Methods that an address does not have. */
export async function tryMethods(market: Market, people: People): Promise<Gate[]> {
  const wrong: string[] = [];
  let tries = 0;
  const token = await people.owners.trader.token();
  const apis = [
    [API_BASE, CALLS, token],
    [MERCHANT_API_BASE, MERCHANT_CALLS, people.owners.merchant.key],
  ] as const;
  for (const [base, calls, token] of apis) {
    for (const path of new Set(calls.map((call) => call.path))) {
      // An address of its own may also be that of an object whose id is its last word.
      const known = new Set<string>(calls.filter((call) => matches(call, path)).map(({ method }) => method));
      for (const method of METHODS.filter((each) => !known.has(each))) {
        const address = addressOf(base, path, randomUUID());
        const { status } = await sendRaw(market.anyServer().url, {
          method,
          path: address,
          headers: jsonHeaders(token),
        });
        tries += 1;
        if (status !== 404 && status !== 405) wrong.push(`${method} ${path}: ${status}`);
      }
    }
  }
  return [noneOf('methods that an address does not have: let in', wrong, tries)];
}

/** Lists, counts and searches of a stranger show nothing of others; one's own objects are shown. */
export async function tryReads(market: Market, people: People): Promise<Gate[]> {
  const shown: string[] = [];
  const kept: string[] = [];
  let lists = 0;
  let own = 0;
  const { trader, merchant } = people.owners;
  const ids = Object.values(people.objects);
  const readers = [
    ...(await Promise.all(
      ROLES.map(async (role) => {
        const owner = { trader, merchant, operator: undefined }[role];
        const token = await people.strangers[role].token();
        return { base: API_BASE, calls: CALLS, role, token, ownToken: await owner?.token() };
      }),
    )),
    {
      base: MERCHANT_API_BASE,
      calls: MERCHANT_CALLS,
      role: 'merchant' as const,
      token: people.strangers.merchant.key,
      ownToken: merchant.key,
    },
  ];
  for (const { base, calls, role, token, ownToken } of readers) {
    const reads = calls.filter(
      (call) => call.method === 'GET' && call.type === undefined && rolesOf(call).includes(role),
    );
    for (const call of reads) {
      if (ownToken !== undefined) {
        const side = base === API_BASE && role !== 'operator' ? people.own[role] : {};
        const id = side[kindOf(call)] ?? people.objects[kindOf(call)] ?? '';
        const answer = await ask(market, base, call, id, ownToken);
        own += 1;
        if (answer.status !== call.ok)
          kept.push(`${role} ${nameOf(call)} of their own: ${answer.status} ${answer.text}`);
      }
      if (call.path.includes(':') || isOfPlatform(call)) continue;
      const { text } = await ask(market, base, call, '', token);
      lists += 1;
      // Open payouts are for every trader to take: the owner's is in work.
      for (const id of ids) if (text.includes(id)) shown.push(`${role} ${nameOf(call)} shows ${id}`);
    }
  }
  const searches = [
    ['trader', `${API_BASE}/orders/?id=${people.objects['orders']}`],
    ['merchant', `${API_BASE}/orders/?id=${people.objects['orders']}`],
    ['trader', `${API_BASE}/appeals/?order_id=${people.objects['orders']}`],
    ['merchant', `${API_BASE}/appeals/?order_id=${people.objects['orders']}`],
  ] as const;
  for (const [role, path] of searches) {
    const headers = jsonHeaders(await people.strangers[role].token());
    const { status, text } = await sendRaw(market.anyServer().url, { method: 'GET', path, headers });
    lists += 1;
    if (status !== 200 || (JSON.parse(text) as { count: number }).count !== 0) shown.push(`${role} ${path}: ${text}`);
  }
  return [
    noneOf('lists and searches that show what is not theirs', shown, lists),
    noneOf("one's own, not let in", kept, own),
  ];
}
