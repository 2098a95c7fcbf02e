import { expect, test } from 'vitest';
import { type Candidate, matchPasted, readPasted } from '../../src/modules/actions/pasted.ts';
import { usdt } from '../support/money.ts';

const [TO, ELSEWHERE] = ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7'];
const hash = (digit: string) => digit.repeat(64);

const open = (id: string, amount: string, changes: Partial<Candidate> = {}): Candidate => ({
  id,
  wallet: TO,
  amountUsdt: usdt(amount),
  sendingAt: null,
  ...changes,
});

const matchOf = (text: string, candidates: Candidate[], taken = new Map<string, string>()) => {
  const { matched, notes } = matchPasted(readPasted(text), candidates, taken);
  return {
    matched: matched.map(({ row, withdrawal }) => [row, withdrawal.id]),
    notes: notes.map(({ code, values }) => [values['row'], code]),
  };
};

test.each([
  [`${hash('a')};${TO};100.5`, '100.5'],
  [`100.5;${TO};${hash('a')}`, '100.5'],
  [`${TO}\t1 234,50 USDT\t0x${hash('A')}`, '1234.5'],
  [`${hash('a')},${TO},7`, '7'],
])('a line has its parts in any order: %s', (line, amount) => {
  expect(readPasted(line)).toMatchObject([{ row: 1, hash: hash('a'), address: TO, amount: usdt(amount) }]);
});

test('a head and empty lines are passed over, and rows keep their numbers', () => {
  expect(readPasted(`hash;address;amount\n\n${hash('a')};${TO};1`).map(({ row }) => row)).toEqual([3]);
});

test('a transfer closes the withdrawal of its address and sum: first one that is being sent, then the oldest', () => {
  const candidates = [open('1', '5'), open('2', '5', { sendingAt: new Date() }), open('3', '5')];
  const lines = ['a', 'b', 'c', 'd'].map((digit) => `${hash(digit)};${TO};5`);
  expect(matchOf(lines.join('\n'), candidates)).toEqual({
    matched: [
      [1, '2'],
      [2, '1'],
      [3, '3'],
    ],
    notes: [[4, 'row_unknown']],
  });
});

test('a line that matches nothing says why, and stops no other', () => {
  const lines = [
    `${TO};5`,
    `${hash('a')};5`,
    `${hash('b')};${TO}`,
    `${hash('c')};${ELSEWHERE};5`,
    `${hash('d')};${TO};6`,
    `${hash('e')};${TO};5`,
    `${hash('e')};${TO};5`,
    `${hash('f')};${TO};5`,
  ];
  expect(matchOf(lines.join('\n'), [open('1', '5'), open('2', '5')], new Map([[hash('f'), 'x']]))).toEqual({
    matched: [[6, '1']],
    notes: [
      [1, 'row_no_hash'],
      [2, 'row_no_address'],
      [3, 'row_no_amount'],
      [4, 'row_unknown'],
      [5, 'row_other_sum'],
      [7, 'row_hash_repeated'],
      [8, 'row_hash_taken'],
    ],
  });
});
