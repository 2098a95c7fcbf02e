import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { findCurrentRate } from '../../src/modules/rates/store.ts';
import { EVERY, RULES, test } from './fixture.ts';

describe('a rate of the source', () => {
  test('is in force at once, everyone hears of it, and orders keep theirs', async ({
    rates: { quote, rateNow, events },
  }) => {
    const before = (await events()).length;
    expect(await quote('101.25')).toBe('change');
    expect(await rateNow()).toBe(101_2500n);
    expect((await events()).slice(before)).toEqual([{ owners: [] }]);
  });

  test('that says the same again is fresh again, without another row or another word', async ({
    kantor,
    rates: { quote, rows, events },
  }) => {
    await quote('101.25');
    const [before, told] = [await findCurrentRate(kantor.db), (await events()).length];
    expect(await quote('101.2500')).toBe('confirm');
    const now = await findCurrentRate(kantor.db);
    expect(await rows()).toBe(2);
    expect((await events()).length).toBe(told);
    expect(now?.createdAt).toEqual(before?.createdAt);
    expect(now?.confirmedAt).toEqual(kantor.clock());
    expect(now?.staleAt).toEqual(new Date(kantor.clock().getTime() + RULES.sourceMaxAgeMs));
  });

  test('that confirms what the operator set does not shorten what they promised', async ({
    kantor,
    rates: { quote },
  }) => {
    const promised = (await findCurrentRate(kantor.db))?.staleAt;
    expect(await quote('100')).toBe('confirm');
    expect((await findCurrentRate(kantor.db))?.staleAt).toEqual(promised);
  });

  test('is taken for the first, however far', async ({ kantor, rates: { quote, rateNow } }) => {
    await sql`delete from rate`.execute(kantor.ownerDb);
    expect(await quote('3.14159')).toBe('change');
    expect(await rateNow()).toBe(3_1416n);
  });
});

describe('a jump', () => {
  test.for([
    ['105', 'change'],
    ['105.0001', 'propose'],
    ['95', 'change'],
    ['94.9999', 'propose'],
  ] as const)('from 100 to %s: %s', async ([rate, verdict], { rates: { quote } }) => {
    expect(await quote(rate)).toBe(verdict);
  });

  test('waits for the operator: the old rate stays in force, and ages on', async ({
    kantor,
    rates: { quote, waiting },
  }) => {
    const before = await findCurrentRate(kantor.db);
    await quote('110');
    expect(await findCurrentRate(kantor.db)).toEqual(before);
    expect(await waiting()).toMatchObject({ value: 110_0000n, latest: 110_0000n, inForce: 100_0000n });
  });

  test('that the source stays near keeps its number, so that it can be accepted', async ({
    rates: { quote, proposals, waiting },
  }) => {
    await quote('110');
    const { id } = await waiting();
    expect(await quote('111.5')).toBe('repeat');
    expect(await waiting()).toMatchObject({ id, value: 110_0000n, latest: 111_5000n });
    expect(await quote('115.5')).toBe('repeat');
    expect(await quote('115.5001')).toBe('propose');
    expect(await proposals()).toEqual([
      ['WAITING', 115_5001n],
      ['REPLACED', 110_0000n],
    ]);
  });

  test.for([
    ['the rate in force', '100', 'confirm'],
    ['one near it', '101', 'change'],
  ] as const)('lapses once the source says %s', async ([_what, rate, verdict], { rates: { quote, proposals } }) => {
    await quote('110');
    expect(await quote(rate)).toBe(verdict);
    expect(await proposals()).toEqual([['LAPSED', 110_0000n]]);
  });

  test('lapses once the operator sets another rate', async ({ rates: { byHand, quote, proposals } }) => {
    await quote('110');
    await byHand(109_0000n);
    expect(await proposals()).toEqual([['LAPSED', 110_0000n]]);
    expect(await quote('110')).toBe('change');
  });

  test('accepted is in force from then on', async ({ kantor, rates: { quote, decide, waiting, events } }) => {
    await quote('110');
    await quote('111');
    const told = (await events()).length;
    const { id } = await waiting();
    kantor.pass(MINUTE);
    expect(await decide(id, true)).toMatchObject({ status: 'ACCEPTED' });
    expect(await findCurrentRate(kantor.db)).toMatchObject({
      value: 110_0000n,
      confirmedAt: kantor.clock(),
      staleAt: new Date(kantor.clock().getTime() + RULES.sourceMaxAgeMs),
    });
    expect((await events()).length).toBe(told + 1);
    expect(await quote('111')).toBe('change');
  });

  test('declined is not asked for again until the source came back once', async ({
    rates: { quote, decide, rateNow, proposals, waiting },
  }) => {
    await quote('110');
    await decide((await waiting()).id, false);
    expect(await quote('110')).toBe('declined');
    expect(await quote('112')).toBe('declined');
    expect(await rateNow()).toBe(100_0000n);
    expect(await proposals()).toEqual([['DECLINED', 110_0000n]]);
    // Another one altogether is asked for.
    expect(await quote('120')).toBe('propose');
    await decide((await waiting()).id, false);
    expect(await quote('100')).toBe('confirm');
    expect(await quote('120')).toBe('propose');
  });

  test('is decided once', async ({ rates: { quote, decide, waiting } }) => {
    await quote('110');
    const { id } = await waiting();
    const outcomes = await Promise.all([decide(id, true), decide(id, false), decide(id, true)]);
    expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1);
    expect(await decide(id, true)).toBeUndefined();
    expect(await decide(0n, true)).toBeUndefined();
  });
});

describe('several workers', () => {
  test('ask once where one has just asked', async ({ kantor, rates: { server, quote, ask } }) => {
    await quote('101');
    const asked = server.asked();
    kantor.pass(EVERY / 2 - 1);
    expect(await ask()).toBe('fresh');
    kantor.pass(1);
    expect(await ask()).toBe('confirm');
    expect(server.asked()).toBe(asked + 1);
  });

  test('ask at once after the operator has set a rate: that one is not the word of the source', async ({
    rates: { byHand, quote, ask, rateNow },
  }) => {
    await quote('101');
    await byHand(100_0000n);
    expect(await ask()).toBe('change');
    expect(await rateNow()).toBe(101_0000n);
  });

  test('that quote the same at once write one row', async ({ kantor, rates: { server, ask, rows, proposals } }) => {
    server.says('101');
    kantor.pass(EVERY);
    const verdicts = await Promise.all(Array.from({ length: 8 }, ask));
    expect(verdicts.filter((verdict) => verdict === 'change')).toHaveLength(1);
    expect(await rows()).toBe(2);
    server.says('150');
    kantor.pass(EVERY);
    await Promise.all(Array.from({ length: 8 }, ask));
    expect(await proposals()).toHaveLength(1);
  });

  test('do not put an older word over a newer one', async ({ kantor, rates: { server, quote, ask, rateNow } }) => {
    const held = server.holds('101');
    kantor.pass(EVERY);
    const slow = ask();
    await held.asked;
    await quote('102');
    held.answer();
    expect(await slow).toBe('late');
    expect(await rateNow()).toBe(102_0000n);
  });
});
