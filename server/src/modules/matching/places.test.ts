import { describe, expect, test } from 'vitest';
import { type Place, placesOf } from './rules.ts';

describe('the requisites that a text may be about', () => {
  const place = (id: string, changes: Partial<Place> = {}): Place => ({
    id,
    isOfOtherBank: false,
    last4: '',
    bankAccount: '',
    ...changes,
  });
  const card = place('card', { last4: '4417' });
  const account = place('account', { bankAccount: '40817810000000004006' });
  const phone = place('phone');
  const other = place('other', { isOfOtherBank: true, last4: '4417' });
  const found = (tail: string | undefined, ...places: Place[]) => {
    const { places: of, none } = placesOf(places, tail);
    return none ?? of.map(({ id }) => id);
  };

  test('are all of its bank when it names nothing', () => {
    expect(found(undefined, card, account, phone, other)).toEqual(['card', 'account', 'phone']);
    expect(found(undefined, other)).toBe('other_bank');
    expect(found(undefined)).toEqual([]);
    expect(found('4417')).toEqual([]);
  });

  test('are those of its card or of its account', () => {
    expect(found('4417', card, account, phone, other)).toEqual(['card']);
    for (const tail of ['4006', '06', '004006']) expect(found(tail, card, account, phone)).toEqual(['account']);
    expect(found('004417', card, account)).toEqual(['card']);
    for (const tail of ['4081', '8178', '441', '44170']) expect(found(tail, card, account)).toBe('tail_mismatch');
  });

  test('may be one of which neither card nor account is known', () => {
    expect(found('9999', card, account, phone)).toEqual(['phone']);
    expect(found('9999', card, account)).toBe('tail_mismatch');
    expect(found('4417', other)).toBe('other_bank');
  });
});
