import { expect, test } from 'vitest';
import { readMessage } from '../src/modules/bank-messages/index.ts';
import { FIXTURES } from './bank-messages/fixtures.ts';

test.each(FIXTURES)('$name', ({ application, text, expected }) => {
  expect(readMessage({ application, text })).toEqual(expected);
});
