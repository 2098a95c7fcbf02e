import { expect, test } from 'vitest';
import { searchTerms, slotUntil } from './rules.ts';

test('a text may be a part of a requisite, the beginning of an id, or a short name', () => {
  expect(searchTerms('Иван', 'trader')).toEqual([{ kind: 'text', part: 'Иван' }]);
  expect(searchTerms(' 01939C2F ', 'trader')).toEqual([
    { kind: 'text', part: '01939C2F' },
    { kind: 'id', from: '01939c2f-0000-0000-0000-000000000000', to: '01939c2f-ffff-ffff-ffff-ffffffffffff' },
    { kind: 'short', name: '01939C2F' },
  ]);
});

test('to a merchant, a text may also be the beginning of their own number', () => {
  expect(searchTerms('№ 17', 'merchant')).toEqual([
    { kind: 'text', part: '№ 17' },
    { kind: 'number', beginning: '№ 17' },
  ]);
});

test('roubles as people write them are a sum', () => {
  const sums = (text: string) =>
    searchTerms(text, 'trader').flatMap((term) => (term.kind === 'sum' ? [term.amount] : []));
  for (const text of ['1500', '1 500', '1\u{A0}500,00', '1500.0', '1\u{202F}500 ₽'])
    expect(sums(text), text).toEqual([1500_00n]);
  expect(sums('1500,5')).toEqual([1500_50n]);
  for (const text of ['0', '0007', '15 00', '1.500', '1500,555', '-5', '1500 p', '9'.repeat(20)])
    expect(sums(text), text).toEqual([]);
});

test('the shortened id of a screen finds its order', () => {
  expect(searchTerms('01939c2f-7…', 'trader')[1]).toEqual({
    kind: 'id',
    from: '01939c2f-7000-0000-0000-000000000000',
    to: '01939c2f-7fff-ffff-ffff-ffffffffffff',
  });
});

test('fewer than four characters are not the beginning of an id', () => {
  expect(searchTerms('abc', 'trader')).toEqual([{ kind: 'text', part: 'abc' }]);
  expect(searchTerms('', 'trader')).toEqual([]);
});

test('an order keeps its amount ten minutes past its time, or past a later payment', () => {
  const expiresAt = new Date('2026-11-20T09:15:00Z');
  const until = (paidAt: string) => slotUntil({ status: 'CLOSED', expiresAt, paidAt: new Date(paidAt) });
  expect(slotUntil({ status: 'EXPIRED', expiresAt, paidAt: null })).toEqual(new Date('2026-11-20T09:25:00Z'));
  expect(slotUntil({ status: 'DECLINED', expiresAt, paidAt: null })).toEqual(new Date('2026-11-20T09:25:00Z'));
  expect(until('2026-11-20T09:05:00Z')).toEqual(new Date('2026-11-20T09:25:00Z'));
  expect(until('2026-11-20T11:05:00Z')).toEqual(new Date('2026-11-20T11:15:00Z'));
});

test.for(['ACTIVE', 'APPEAL'] as const)('%s, it keeps its amount without an end', (status) => {
  const long = new Date('2999-01-01T00:00:00Z');
  expect(slotUntil({ status, expiresAt: new Date(0), paidAt: null }).getTime()).toBeGreaterThan(long.getTime());
});
