import { expect, test } from 'vitest';
import { searchTerms } from './rules.ts';

test('a text may be a part of a requisite, the beginning of an id, or a short name', () => {
  expect(searchTerms('Иван')).toEqual([{ kind: 'text', part: 'Иван' }]);
  expect(searchTerms(' 01939C2F ')).toEqual([
    { kind: 'text', part: '01939C2F' },
    { kind: 'id', from: '01939c2f-0000-0000-0000-000000000000', to: '01939c2f-ffff-ffff-ffff-ffffffffffff' },
    { kind: 'short', name: '01939C2F' },
  ]);
});

test('the shortened id of a screen finds its order', () => {
  expect(searchTerms('01939c2f-7…')[1]).toEqual({
    kind: 'id',
    from: '01939c2f-7000-0000-0000-000000000000',
    to: '01939c2f-7fff-ffff-ffff-ffffffffffff',
  });
});

test('fewer than four characters are not the beginning of an id', () => {
  expect(searchTerms('abc')).toEqual([{ kind: 'text', part: 'abc' }]);
  expect(searchTerms('')).toEqual([]);
});
