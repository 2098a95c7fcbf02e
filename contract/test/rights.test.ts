import { describe, expect, test } from 'vitest';
import {
  MEMBER_ROLES,
  type MemberRole,
  mayDo,
  type Need,
  RIGHTS,
  type Right,
  type Role,
  ROLES,
  rolesThatMay,
} from '../src/plain/rights.ts';
import type { Call } from '../src/wire/call.ts';
import { CALLS, MERCHANT_CALLS } from '../src/wire/calls.ts';

const rights = Object.keys(RIGHTS) as Right[];
const held = (role: Role, memberRole: MemberRole) => rights.filter((right) => mayDo({ role, memberRole }, right));

const isOfAll = (need: Need) => need === 'public' || need === 'signed_in';
const isOfPlatform = ({ path }: Call) => path.startsWith('/platform/');
/** The addresses of calls that are there but should not be. */
const pathsOf = (calls: readonly Call[]) => calls.map(({ method, path }) => `${method} ${path}`);

/** What a member may do besides reading, of the calls that not everybody may make. */
const changes = (role: Role, memberRole: MemberRole) =>
  pathsOf(
    CALLS.filter(
      ({ method, right }) => method !== 'GET' && !isOfAll(right) && held(role, memberRole).includes(right as Right),
    ),
  );

/** Who may make a call, as a line. */
function whoMay({ method, path, right }: Call): string {
  const who = isOfAll(right)
    ? right
    : ROLES.flatMap((role) => {
        const members = MEMBER_ROLES[role].filter((memberRole) => mayDo({ role, memberRole }, right as Right));
        return members.length === 0 ? [] : [`${role}: ${members.join(', ')}`];
      }).join(' · ');
  return `${method.padEnd(5)} ${path.padEnd(48)} ${who}`;
}

describe('rights', () => {
  test('an owner may do all that anybody in their account may', () => {
    for (const role of ROLES) {
      for (const memberRole of MEMBER_ROLES[role]) {
        expect(held(role, 'owner')).toEqual(expect.arrayContaining(held(role, memberRole)));
      }
    }
  });

  test("a trader's shift confirms, and sees no money of the account and changes no requisite", () => {
    expect(held('trader', 'shift')).toEqual([
      'orders.list',
      'orders.read',
      'orders.confirm',
      'messages.read',
      'appeals.read',
      'appeals.decide',
      'appeals.answer',
      'payouts.read',
      'payouts.work',
      'requisites.read',
      'cabinets.read',
    ]);
  });

  test.for(['viewer', 'support', 'developer'] as const)('a merchant’s %s moves no money', (memberRole) => {
    for (const right of ['payouts.make', 'withdrawals.make', 'wallets.edit', 'members.edit'] as const) {
      expect(mayDo({ role: 'merchant', memberRole }, right)).toBe(false);
    }
  });

  test('support and accountant of the platform change nothing', () => {
    for (const memberRole of ['support', 'accountant'] as const) {
      for (const right of rights.filter((each) => /^platform\.(decide|accounts|money|rate|balances)$/.test(each))) {
        expect(mayDo({ role: 'operator', memberRole }, right)).toBe(false);
      }
    }
  });

  test('a role of another account is none', () => {
    expect(held('trader', 'finance')).toEqual([]);
    expect(held('operator', 'shift')).toEqual([]);
  });

  test('every call needs a right that somebody has', () => {
    for (const { path, right } of CALLS.filter((call) => call.right !== 'public')) {
      expect([path, rolesThatMay(right).length > 0]).toEqual([path, true]);
    }
  });
});

describe('calls', () => {
  // The rights of a call and the holders of a right are data: here stands what comes of them, so that a change is looked at.
  test('are made by whom it is written', async () => {
    await expect(`${CALLS.map(whoMay).join('\n')}\n`).toMatchFileSnapshot('./who-may.txt');
  });

  test('of the platform are made by its people alone, and others need none of its rights', () => {
    const alone = ({ right }: Call) => right.startsWith('platform.') && rolesThatMay(right).join() === 'operator';
    expect(pathsOf(CALLS.filter((call) => isOfPlatform(call) !== alone(call)))).toEqual([]);
  });

  test('that change something need more than the leave to read, and those that read no more than that', () => {
    const reads = ({ right }: Call) => /\.(?:read|list|export)$/.test(right);
    const guarded = CALLS.filter(({ right }) => !isOfAll(right));
    // The code that connects a phone is shown to whoever may connect one.
    const amiss = guarded.filter((call) => (call.method === 'GET') !== reads(call));
    expect(pathsOf(amiss)).toEqual(['GET /cabinets/:id/get_qr/']);
  });

  test('of those who only look change nothing', () => {
    expect(changes('merchant', 'viewer')).toEqual([]);
    // A statement is compared with what there is, and nothing of that changes.
    expect(changes('operator', 'accountant')).toEqual([
      'POST /platform/reconciliations/look/',
      'POST /platform/reconciliations/',
    ]);
    expect(changes('operator', 'support').filter((path) => !path.endsWith('/:id/reveal/'))).toEqual([
      // Asks, and keeps nothing: a text is too much for an address.
      'POST /platform/reading/explain/',
    ]);
    expect(changes('merchant', 'support')).toEqual([
      'POST /orders/:id/appeals/',
      'POST /appeals/:id/escalate/',
      'POST /appeals/:id/evidence/',
      'POST /appeals/:id/contest/',
      'POST /appeals/:id/accept/',
      'POST /orders/:id/appeals/by-claim/',
      'POST /withdraworders/:id/contest/',
    ]);
  });

  test("of a merchant's server are made with its key, and with nothing else", () => {
    expect(MERCHANT_CALLS.filter(({ right }) => right !== 'api_key')).toEqual([]);
    expect(CALLS.filter(({ right }) => right === 'api_key')).toEqual([]);
  });
});
