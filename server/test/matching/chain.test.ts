import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR, SECOND } from '../../src/kernel/clock.ts';
import { type Account, areApart } from '../../src/modules/matching/balance.ts';
import {
  beginChain,
  broken,
  type Chain,
  continues,
  extend,
  isUnbroken,
  type Said,
  UNBROKEN_FOR_MS,
  UNBROKEN_LINKS,
} from '../../src/modules/matching/chain.ts';

// The fold of a chain of balances, without a database.

let number = 0;
const said = (changes: Partial<Said> = {}): Said => ({
  messageId: String((number += 1)),
  amount: 1500_00n,
  balance: 13_840_00n,
  application: '900',
  heardAt: new Date('2026-11-20T09:00:00Z'),
  ...changes,
});

/** Movements of one account: sums that came, and what went out or came before each unheard. */
const story = fc.array(
  fc.record({
    sum: fc.bigInt({ min: 1n, max: 1_000_000n }),
    unheard: fc.oneof({ weight: 3, arbitrary: fc.constant(0n) }, fc.bigInt({ min: -50_000n, max: 50_000n })),
    wait: fc.integer({ min: 0, max: 2 * UNBROKEN_FOR_MS }),
  }),
  { minLength: 1, maxLength: 12 },
);
const heardOf = (steps: readonly { sum: bigint; unheard: bigint; wait: number }[]): (Said & { unheard: bigint })[] => {
  let [balance, at] = [1_000_000n, Date.parse('2026-11-20T09:00:00Z')];
  return steps.map(({ sum, unheard, wait }) => {
    balance += unheard + sum;
    at += wait;
    return { ...said({ amount: sum, balance, heardAt: new Date(at) }), unheard };
  });
};

describe('a chain of balances', () => {
  test('goes on exactly where nothing moved the balance unheard', () => {
    fc.assert(
      fc.property(story, (steps) => {
        let chain: Chain | undefined;
        let links = 0;
        for (const message of heardOf(steps)) {
          // A payment undone unheard in between cannot be seen, and does no harm.
          const isSecond = chain?.amount === message.amount && chain.balance === message.balance;
          if (chain !== undefined && !isSecond) {
            expect(continues(chain, message)).toBe(message.unheard === 0n && chain.balance !== 0n);
            links = message.unheard === 0n && chain.balance !== 0n ? links + 1 : 0;
          }
          chain = extend(chain, message, false);
          expect(chain).toMatchObject({ balance: message.balance, links, doubtedBy: null });
          expect(chain.since <= chain.heardAt).toBe(true);
        }
      }),
    );
  });

  test('is the same after a message that comes twice, or late', () => {
    fc.assert(
      fc.property(story, fc.nat(), (steps, n) => {
        const messages = heardOf(steps);
        const chain = messages.reduce<Chain | undefined>((known, message) => extend(known, message, true), undefined);
        const again = messages[n % messages.length];
        const late = again && { ...again, heardAt: new Date(again.heardAt.getTime() - HOUR) };
        const last = messages.at(-1);
        if (chain === undefined || late === undefined || last === undefined) throw new Error('There is one');
        expect(extend(chain, { ...last, messageId: 'again' }, true)).toEqual(
          chain.messageId === last.messageId ? chain : extend(chain, { ...last, messageId: 'again' }, true),
        );
        if (late.heardAt < chain.heardAt) expect(extend(chain, late, true)).toEqual(chain);
      }),
    );
  });

  test('that is guarded is never moved by who does not know the balance', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 10_000_00n })), (sums) => {
        let chain = { ...beginChain(said()), links: UNBROKEN_LINKS };
        for (const sum of sums) {
          const forged = said({ amount: sum, balance: sum + 77n, heardAt: chain.heardAt });
          if (continues(chain, forged)) continue;
          chain = extend(chain, forged, true);
          expect(chain.balance).toBe(13_840_00n);
        }
        const next = said({ balance: chain.balance + 1500_00n });
        expect(extend(chain, next, true)).toMatchObject({ balance: next.balance, doubtedBy: null });
      }),
    );
  });

  test('is unbroken after three messages in a row, of one application, for six hours', () => {
    const whole = { ...beginChain(said()), links: UNBROKEN_LINKS };
    const next = (changes: Partial<Said> = {}) => said({ balance: 1n, ...changes });
    const later = (milliseconds: number) => ({ heardAt: new Date(whole.heardAt.getTime() + milliseconds) });
    expect(isUnbroken(whole, next())).toBe(true);
    expect(isUnbroken({ ...whole, links: UNBROKEN_LINKS - 1 }, next())).toBe(false);
    expect(isUnbroken(broken(whole), next())).toBe(false);
    expect(isUnbroken(whole, next({ application: 'ru.sberbankmobile' }))).toBe(false);
    expect(isUnbroken(whole, next(later(UNBROKEN_FOR_MS)))).toBe(true);
    expect(isUnbroken(whole, next(later(UNBROKEN_FOR_MS + 1)))).toBe(false);
    expect(isUnbroken(whole, next(later(-SECOND)))).toBe(false);
  });

  test('of an account that was empty proves nothing', () => {
    const empty = beginChain(said({ balance: 0n }));
    expect(continues(empty, said({ balance: 1500_00n }))).toBe(false);
    expect(continues(beginChain(said({ balance: 1n })), said({ balance: 1500_01n }))).toBe(true);
  });
});

test.each([
  ['holders of no common word', { holder: 'Ли Анна' }, true],
  ['one holder, in another order', { holder: 'ян КИМ' }, false],
  ['one holder, with initials', { holder: 'Ким Я. П.' }, false],
  ['a holder that nobody typed', { holder: '' }, false],
  ['two numbers of accounts', { bankAccount: '40817810000000000002' }, true],
  ['the same number', {}, false],
  ['a card in the place of a number', { bankAccount: '2202206211980045' }, false],
])('Requisites with %s: of other accounts', (_, changes, isApart) => {
  const one: Account = { id: 'a', payeeVersion: 1, holder: 'Ким Ян', bankAccount: '40817810000000000001' };
  expect(areApart(one, { ...one, id: 'b', ...changes })).toBe(isApart);
});
