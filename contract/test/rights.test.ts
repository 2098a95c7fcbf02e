import { describe, expect, test } from 'vitest';
import { MEMBER_ROLES, mayDo, RIGHTS, type Right, ROLES, rolesThatMay } from '../src/plain/rights.ts';
import { CALLS } from '../src/wire/calls.ts';

const rights = Object.keys(RIGHTS) as Right[];
const held = (role: 'trader' | 'merchant' | 'operator', memberRole: Parameters<typeof mayDo>[0]['memberRole']) =>
  rights.filter((right) => mayDo({ role, memberRole }, right));

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
      for (const right of rights.filter((each) => /^platform\.(decide|accounts|money|rate)$/.test(each))) {
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
