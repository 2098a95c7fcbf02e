import { getExport } from '@kantor/contract/plain/export-routes.ts';
import { getMerchantExportFile } from '@kantor/contract/wire/merchant-exports.ts';
import { payTestOrder } from '@kantor/contract/plain/merchant-routes.ts';
import { DEVICE_API_BASE } from '@kantor/contract/plain/device-routes.ts';
import { MEMBER_ROLES, mayDo, type MemberRole, type Right, type Role, ROLES } from '@kantor/contract/plain/rights.ts';
import {
  endSignIn,
  changeView,
  removeAlertChannel,
  removePasskey,
  revokeInvitation,
  setMemberRole,
} from '@kantor/contract/plain/account-routes.ts';
import { setStaffPassword } from '@kantor/contract/plain/platform-actions.ts';
import type { Call } from '@kantor/contract/wire/call.ts';
import { CALLS, MERCHANT_CALLS } from '@kantor/contract/wire/calls.ts';
import { DEVICE_CALLS, pairDevice } from '@kantor/contract/wire/device-api.ts';
import { EVENT_STREAM } from '@kantor/contract/wire/events.ts';
import { createInvitation } from '@kantor/contract/wire/members.ts';
import { listSignIns } from '@kantor/contract/wire/security.ts';
import { describe, expect } from 'vitest';
import { newId } from '../../src/kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import type { Person } from '../support/people.ts';
import type { RawAnswer } from '../support/test-client.ts';
import { alertChannelOf, createShop, viewOf, test as base } from './fixture.ts';
import { OF_MERCHANT } from './acts.ts';
import { kindOf } from './objects.ts';
import { bodyOf, queryOf } from './sound.ts';

// Every call × every role of a member of every account × own, another's and unknown objects: made of the contract and of the one
// file that says who may do what, so that a new call, right or role is in it by itself. Whether that file is right is told by
// contract/test/who-may.txt.

const SEATS = ROLES.flatMap((role) => MEMBER_ROLES[role].map((memberRole) => [role, memberRole] as const));
const guarded = CALLS.filter(({ right }) => right !== 'public');
const hasId = ({ path }: Call) => path.includes(':id');
/** A file is its person's own, of a list that they may take away: server/test/exports. */
const isFile = (call: Call) => hasId(call) && kindOf(call) === kindOf(getExport);
const reads = ({ method, type, stepUp }: Call) => method === 'GET' && type !== EVENT_STREAM && stepUp === undefined;

const may = ({ right }: Call, role: Role, memberRole: MemberRole) =>
  right === 'signed_in' || mayDo({ role, memberRole }, right as Right);

/** The platform sees the objects of all: nobody's are another's. */
const seesAll = ({ right }: Call) => right.startsWith('platform.');

type Seats = ReadonlyMap<string, Person>;
const seatOf = (role: Role, memberRole: MemberRole) => `${role} ${memberRole}`;

const test = base
  .extend('seatsOf', { scope: 'file' }, ({ kantor }) => async (ids: Record<Role, string>): Promise<Seats> => {
    const seats = new Map<string, Person>();
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
      (call: Call, side?: Role) =>
        (side === 'merchant' ? objects[`${kindOf(call)}${OF_MERCHANT}`] : undefined) ??
        objects[kindOf(call)] ??
        'no object of this kind',
  )
  /** Somebody of a role, with objects that are their account's and were touched by nobody, also people and sign-ins. */
  .extend('own', ({ kantor, make }) => async (role: Role, memberRole: MemberRole) => {
    const trader = await kantor.createTrader({ payoutEnable: true });
    const merchant = await createShop(kantor);
    const owner = { trader, merchant, operator: await kantor.createOperator() }[role];
    const accountId = role === 'operator' ? PLATFORM_ACCOUNT : owner.id;
    const objects = await make(trader, merchant);
    const person = await kantor.createMember(accountId, memberRole);
    const colleague = await kantor.createMember(accountId, memberRole);
    // Of the platform's people, whose number is bounded, only whoever may needs one more.
    const staff =
      role === 'operator' && memberRole === 'owner' ? await kantor.createMember(accountId, 'support') : colleague;
    const invited = await owner.call(createInvitation, { body: { role: memberRole } });
    await kantor.signIn(person.username);
    const other = (await person.call(listSignIns)).results.find(({ is_current: isCurrent }) => !isCurrent);
    const ofPeople: Record<string, string | undefined> = {
      [kindOf(setMemberRole)]: colleague.personId,
      [kindOf(revokeInvitation)]: invited.id,
      [kindOf(endSignIn)]: other?.id,
      [kindOf(removeAlertChannel)]: await alertChannelOf(person),
      [kindOf(changeView)]: await viewOf(person),
      [kindOf(setStaffPassword.carryOut)]: staff.personId,
    };
    return { person, idOf: (call: Call) => ofPeople[kindOf(call)] ?? objects[kindOf(call)] ?? '' };
  });

const said = ({ status, body }: Pick<RawAnswer, 'status'> & { body: RawAnswer['body'] | undefined }) =>
  `${status} ${body?.code ?? ''}`.trimEnd();

const REFUSED = '403 forbidden';
const PASSED = '400 invalid';
const HIDDEN = '404 not_found';
/** Found and judged, whatever stands in its way by then: what was done before, a form without its file. */
const FOUND = /^(?:20[014]$|400 |409 |415 )/;

describe.for(SEATS)('a %s’s %s', ([role, memberRole]) => {
  const seat = seatOf(role, memberRole);
  const personIn = (seats: Seats): Person => {
    const person = seats.get(seat);
    if (person === undefined) throw new Error(`There is no ${seat}`);
    return person;
  };

  /** What each call answers, where it is not what is expected of those who may make it, or not a refusal for the others. */
  async function unexpected(
    calls: readonly Call[],
    expected: string | RegExp,
    ask: (call: Call) => Promise<RawAnswer>,
  ): Promise<string[]> {
    const cells: string[] = [];
    for (const call of calls) {
      const wanted = may(call, role, memberRole) ? expected : REFUSED;
      const got = said(await ask(call));
      const isRight = typeof wanted === 'string' ? got === wanted : wanted.test(got);
      if (!isRight) cells.push(`${call.method} ${call.path}: ${got}, not ${wanted}`);
    }
    return cells;
  }

  test('may make the calls of their rights and no others', async ({ seats, objectOf }) => {
    const person = personIn(seats);
    // Whoever may make the call is told what is wrong with it; so nothing is changed.
    const ask = (call: Call) => person.raw(call, { params: { id: objectOf(call) }, query: 'surprise=1' });
    expect(await unexpected(guarded, PASSED, ask)).toEqual([]);
  });

  test('sees what is the account’s own, as far as their rights go', async ({ seats, objectOf }) => {
    const person = personIn(seats);
    const ask = (call: Call) => person.raw(call, { params: { id: objectOf(call, role) }, query: queryOf(call) });
    expect(
      await unexpected(
        guarded.filter((call) => reads(call) && !isFile(call)),
        '200',
        ask,
      ),
    ).toEqual([]);
  });

  test('changes what is the account’s own, as far as their rights go', async ({ own }) => {
    const { person, idOf } = await own(role, memberRole);
    const changes = guarded
      .filter((call) => hasId(call) && call.method !== 'GET' && call.path !== removePasskey.path)
      .filter((call) => !isFile(call));
    const ask = (call: Call) => person.raw(call, { params: { id: idOf(call) }, body: bodyOf(call) });
    expect(await unexpected(changes, FOUND, ask)).toEqual([]);
  });

  test('finds neither what is another’s nor what never was', async ({ kantor, foreign, objectOf }) => {
    const person = personIn(foreign);
    const calls = guarded.filter(hasId);
    const ask = (idOf: (call: Call) => string) => (call: Call) =>
      person.raw(call, { params: { id: idOf(call) }, body: bodyOf(call) });
    const unknown = ask(() => newId(kantor.clock()));
    expect(await unexpected(calls, HIDDEN, unknown)).toEqual([]);
    const others = calls.filter((call) => role !== 'operator' || !seesAll(call));
    expect(await unexpected(others, HIDDEN, ask(objectOf))).toEqual([]);
  });

  test('is no key of the merchant API, and no phone', async ({ kantor, seats, objectOf, merchant }) => {
    const { token } = personIn(seats);
    for (const call of MERCHANT_CALLS) {
      const answer = await merchant.api.raw(call, { params: { id: objectOf(call) }, token });
      expect([call.path, said(answer)]).toEqual([call.path, '401 bad_api_key']);
    }
    for (const { method, path } of DEVICE_CALLS.filter((call) => call !== pairDevice)) {
      const answer = await kantor.request<RawAnswer['body']>(DEVICE_API_BASE + path, { method, token, body: {} });
      expect([path, said(answer)]).toEqual([path, '401 bad_signature']);
    }
  });
});

describe('a merchant’s server', () => {
  test('sees and changes what is the merchant’s own', async ({ kantor, make }) => {
    const trader = await kantor.createTrader({ payoutEnable: true });
    const merchant = await createShop(kantor);
    const objects = await make(trader, merchant);
    // The file is stopped before it is made, and is none then.
    const calls = MERCHANT_CALLS.filter(
      (call) => kindOf(call) !== kindOf(payTestOrder) && call.path !== getMerchantExportFile.path,
    );
    for (const call of calls.filter(({ method, path }) => method === 'GET' || path.includes(':id'))) {
      const answer = await merchant.api.raw(call, {
        params: { id: objects[kindOf(call)] ?? '' },
        headers: { 'idempotency-key': newId(kantor.clock()) },
        body: bodyOf(call),
      });
      expect([call.path, said(answer)]).toEqual([call.path, expect.stringMatching(FOUND)]);
    }
  });

  test('is nobody in the back office', async ({ merchant, objectOf }) => {
    for (const call of guarded) {
      const answer = await merchant.raw(call, { params: { id: objectOf(call) }, token: merchant.key });
      expect([call.path, said(answer)]).toEqual([call.path, '401 unauthorized']);
    }
  });
});
