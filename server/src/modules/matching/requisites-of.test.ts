import { describe, expect, test } from 'vitest';
import { type CandidateRequisite, requisitesOf } from './rules.ts';

describe('the requisites that a text may be about', () => {
  const requisite = (id: string, changes: Partial<CandidateRequisite> = {}): CandidateRequisite => ({
    id,
    isOfOtherBank: false,
    last4: '',
    bankAccount: '',
    ...changes,
  });
  const card = requisite('card', { last4: '4417' });
  const account = requisite('account', { bankAccount: '40817810000000004006' });
  const phone = requisite('phone');
  const other = requisite('other', { isOfOtherBank: true, last4: '4417' });
  const idsOf = (tail: string | undefined, ...requisites: CandidateRequisite[]) => {
    const { requisites: found, none } = requisitesOf(requisites, {
      bank: 'Сбербанк',
      ...(tail !== undefined && { tail }),
    });
    return none ?? found.map(({ id }) => id);
  };

  test('are all of its bank when it names nothing', () => {
    expect(idsOf(undefined, card, account, phone, other)).toEqual(['card', 'account', 'phone']);
    expect(idsOf(undefined, other)).toBe('other_bank');
    expect(idsOf(undefined)).toEqual([]);
    expect(idsOf('4417')).toEqual([]);
  });

  test('are those of every bank when nobody knows the sender', () => {
    expect(requisitesOf([card, other], {}).requisites).toEqual([card, other]);
    expect(requisitesOf([card, account, other], { tail: '4417' }).requisites).toEqual([card, other]);
  });

  test('are those of its card or of its account', () => {
    expect(idsOf('4417', card, account, phone, other)).toEqual(['card']);
    for (const tail of ['4006', '06', '004006']) expect(idsOf(tail, card, account, phone)).toEqual(['account']);
    expect(idsOf('004417', card, account)).toEqual(['card']);
    for (const tail of ['4081', '8178', '441', '44170']) expect(idsOf(tail, card, account)).toBe('tail_mismatch');
  });

  test('may be one of which neither card nor account is known', () => {
    expect(idsOf('9999', card, account, phone)).toEqual(['phone']);
    expect(idsOf('9999', card, account)).toBe('tail_mismatch');
    expect(idsOf('4417', other)).toBe('other_bank');
  });
});
