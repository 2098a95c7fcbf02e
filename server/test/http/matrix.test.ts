import { MEMBER_ROLES, mayDo, type MemberRole, type Right, type Role, ROLES } from '@kantor/contract/plain/rights.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { EVENT_STREAM } from '@kantor/contract/wire/events.ts';
import { CALLS, MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { describe, expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import type { TestClient } from '../support/test-client.ts';
import { test as base } from './fixture.ts';
import { bodyOf, kindOf } from './objects.ts';

// Every call × every role of a member of every account × own, another's and unknown objects: made of the contract and of the one
// file that says who may do what, so that a new call, right or role is in it by itself.

const SEATS = ROLES.flatMap((role) => MEMBER_ROLES[role].map((memberRole) => [role, memberRole] as const));
const guarded = CALLS.filter(({ right }) => right !== 'public');
const hasId = ({ path }: Call) => path.includes(':id');

const may = ({ right }: Call, role: Role, memberRole: MemberRole) =>
  right === 'signed_in' || mayDo({ role, memberRole }, right as Right);

/** The platform sees the objects of all: nobody's are another's. */
const seesAll = ({ right }: Call) => right.startsWith('platform.');

type Seats = ReadonlyMap<string, TestClient>;
const seatOf = (role: Role, memberRole: MemberRole) => `${role} ${memberRole}`;

const test = base
  .extend('seatsOf', { scope: 'file' }, ({ kantor }) => async (ids: Record<Role, string>): Promise<Seats> => {
    const seats = new Map<string, TestClient>();
    for (const [role, memberRole] of SEATS) {
      seats.set(seatOf(role, memberRole), await kantor.createMember(ids[role], memberRole));
    }
    return seats;
  })
  /** Members of the accounts whose the objects are. */
  .extend('seats', { scope: 'file' }, ({ seatsOf, people }) =>
    seatsOf({ trader: people.trader.id, merchant: people.merchant.id, operator: PLATFORM_ACCOUNT }),
  )
  /** Members of others. */
  .extend('foreign', { scope: 'file' }, ({ seatsOf, strangers }) =>
    seatsOf({ trader: strangers.trader.id, merchant: strangers.merchant.id, operator: PLATFORM_ACCOUNT }),
  )
  .extend(
    'objectOf',
    ({ objects }) =>
      (call: Call) =>
        objects[kindOf(call)] ?? 'no object of this kind',
  );

const REFUSED = '403 forbidden';
const PASSED = '400 invalid';
const HIDDEN = '404 not_found';

describe.for(SEATS)('a %s’s %s', ([role, memberRole]) => {
  const seat = seatOf(role, memberRole);
  /** What each call answers, where it is not what is expected. */
  async function unexpected(
    calls: readonly Call[],
    expected: string,
    ask: (call: Call) => Promise<{ status: number; body: { code?: string } | undefined }>,
  ): Promise<string[]> {
    const cells: string[] = [];
    for (const call of calls) {
      const wanted = may(call, role, memberRole) ? expected : REFUSED;
      const { status, body } = await ask(call);
      const got = `${status} ${body?.code ?? ''}`;
      if (got !== wanted) cells.push(`${call.method} ${call.path}: ${got}, not ${wanted}`);
    }
    return cells;
  }

  test('may make the calls of their rights and no others', async ({ seats, objectOf }) => {
    const person = seats.get(seat);
    if (person === undefined) throw new Error(`There is no ${seat}`);
    // Whoever may make the call is told what is wrong with it; so nothing is changed.
    const ask = (call: Call) => person.raw(call, { params: { id: objectOf(call) }, query: 'surprise=1' });
    expect(await unexpected(guarded, PASSED, ask)).toEqual([]);
  });

  test('sees what is the account’s own, as far as their rights go', async ({ seats, objectOf, people }) => {
    const person = seats.get(seat);
    const ofRole = (call: Call) => call.method === 'GET' && call.type !== EVENT_STREAM && !call.path.includes('get_');
    const cells: string[] = [];
    for (const call of guarded.filter(ofRole)) {
      const request = { params: { id: objectOf(call) } };
      const status = (await person?.raw(call, request))?.status ?? 0;
      const own = (await people[role].raw(call, request)).status;
      // The owner of the account has all its rights: who has the right sees the same.
      const wanted = may(call, role, memberRole) ? own : 403;
      if (status !== wanted) cells.push(`${call.path}: ${status}, not ${wanted}`);
    }
    expect(cells).toEqual([]);
  });

  test('finds neither what is another’s nor what never was', async ({ kantor, foreign, objectOf }) => {
    const person = foreign.get(seat);
    if (person === undefined) throw new Error(`There is no ${seat}`);
    const calls = guarded.filter((call) => hasId(call) && !seesAll(call));
    for (const idOf of [objectOf, () => newId(kantor.clock())]) {
      const ask = (call: Call) => person.raw(call, { params: { id: idOf(call) }, body: bodyOf(call) });
      expect(await unexpected(calls, HIDDEN, ask)).toEqual([]);
    }
  });

  test('is no key of the merchant API', async ({ seats, objectOf, merchant }) => {
    const token = (seats.get(seat) as TestClient & { token: () => Promise<string> }).token;
    for (const call of MERCHANT_CALLS) {
      const answer = await merchant.api.raw(call, { params: { id: objectOf(call) }, token });
      expect([call.path, answer.status, answer.body.code]).toEqual([call.path, 401, 'bad_api_key']);
    }
  });
});
