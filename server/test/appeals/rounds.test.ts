import { contestMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { sql } from 'kysely';
import { describe, expect } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.ts';
import { newId } from '../../src/kernel/ids.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { usdt } from '../support/money.ts';
import { COMMENT, type Shown, type stepsOn, test } from './fixture.ts';

// Either side answers in its turn, in its time, three times at most; then the operator decides.

const told = ({ stage, round, status }: Shown) => `${status} ${stage ?? '-'} ${round}`;

describe('the rounds', () => {
  test('are three; each decline is contested, and the last leads to the operator', async ({ kantor, appealFor }) => {
    const { id, read, take } = await appealFor();
    const seen = [told(await read())];
    for (let round = 1; round <= 3; round += 1) {
      await take.refuse();
      seen.push(told(await read()));
      await take.contest();
      seen.push(told(await read()));
    }
    expect(seen).toEqual([
      'OPEN trader 1',
      'OPEN merchant 1',
      'OPEN trader 2',
      'OPEN merchant 2',
      'OPEN trader 3',
      'OPEN merchant 3',
      'OPEN operator 3',
    ]);
    await expect(take.contest()).rejects.toMatchObject({ code: 'appeal_turn' });
    await expect(take.refuse()).rejects.toMatchObject({ code: 'appeal_turn' });
    await take.decline();
    expect(await read()).toMatchObject({ status: 'CLOSED', outcome: 'declined', reason: 'fake_receipt' });
    const { rows } = await sql<{ kind: string }>`
      select kind from outbox where object_id = ${id} order by id`.execute(kantor.db);
    const round = ['appeal.declined', 'appeal.contested'];
    expect(rows.map(({ kind }) => kind)).toEqual(['appeal.open', ...round, ...round, ...round, 'appeal.closed']);
    expect(await verify(kantor.db)).toEqual([]);
  });

  test('have deadlines of their own, frozen when they begin', async ({ kantor, appealFor }) => {
    const { read, take } = await appealFor();
    const first = (await read()).answer_until;
    kantor.pass(5 * MINUTE);
    expect((await read()).answer_until).toBe(first);
    await take.refuse();
    expect((await read()).answer_until).toBe(new Date(kantor.clock().getTime() + DAY).toISOString());
    await take.escalate('merchant');
    expect((await read()).answer_until).toBeNull();
  });
});

describe('silence', () => {
  test('of a trader leads to the operator, once, however many workers look', async ({ kantor, appealFor }) => {
    const { read, take } = await appealFor();
    const lapse = async () => (await Promise.all([take.lapse(), take.lapse()])).reduce((a, b) => a + b);
    expect(await lapse()).toBe(0);
    kantor.pass(3 * HOUR);
    await expect(take.refuse()).rejects.toMatchObject({ code: 'appeal_turn' });
    expect(await lapse()).toBeGreaterThan(0);
    expect(await lapse()).toBe(0);
    const shown = await read();
    expect(told(shown)).toBe('OPEN operator 1');
    expect(shown.steps.map(({ step, by }) => `${by} ${step}`)).toEqual(['merchant open', 'timer escalate']);
  });

  test('of a merchant closes what was declined', async ({ kantor, appealFor }) => {
    const { trader, read, take } = await appealFor();
    await take.refuse();
    kantor.pass(DAY - 1);
    expect(told(await read())).toBe('OPEN merchant 1');
    kantor.pass(1);
    await take.lapse();
    expect(await read()).toMatchObject({ status: 'CLOSED', outcome: 'declined', reason: 'not_received' });
    expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000'), held: 0n });
  });
});

describe('the money', () => {
  type Take = ReturnType<typeof stepsOn>;
  // 15 USDT: 5 % fee, of it 2 % reward.
  const OUTCOMES: Record<
    string,
    { act: (take: Take) => Promise<unknown>; pays: string; outcome: string; gets: string }
  > = {
    'the trader gives in': { act: (take) => take.give(), pays: '15', outcome: 'confirmed', gets: '14.25' },
    'the trader gives in to the operator': {
      act: async (take) => {
        await take.escalate('trader');
        await take.give();
      },
      pays: '15',
      outcome: 'confirmed',
      gets: '14.25',
    },
    'the operator finds less': { act: (take) => take.confirm('1000'), pays: '10', outcome: 'confirmed', gets: '9.5' },
    'the operator splits': { act: (take) => take.split('750'), pays: '7.5', outcome: 'split', gets: '7.125' },
    'the operator declines': { act: (take) => take.decline(), pays: '0', outcome: 'declined', gets: '0' },
    'the merchant gives up': {
      act: async (take) => {
        await take.refuse();
        await take.accept();
      },
      pays: '0',
      outcome: 'declined',
      gets: '0',
    },
  };
  test.for(Object.entries(OUTCOMES))(
    'goes where it belongs when %s',
    async ([, { act, pays, outcome, gets }], { kantor, appealFor }) => {
      const { trader, merchant, read, take } = await appealFor();
      expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('985'), held: usdt('15') });
      await act(take);
      expect((await read()).outcome).toBe(outcome);
      expect(await kantor.balances(trader.id)).toMatchObject({ available: usdt('1000') - usdt(pays), held: 0n });
      expect((await kantor.balances(merchant.id)).available).toBe(usdt(gets));
      expect(await verify(kantor.db)).toEqual([]);
    },
  );

  test('of a part is less than what is claimed', async ({ appealFor }) => {
    const { take } = await appealFor();
    await expect(take.split('1500')).rejects.toMatchObject({
      status: 400,
      errors: { amount: ['Часть меньше заявленной суммы'] },
    });
  });
});

test('two who answer at once take one step', async ({ appealFor }) => {
  const { read, take } = await appealFor();
  await take.refuse();
  const both = await Promise.allSettled([take.contest(), take.accept(), take.contest(), take.escalate('merchant')]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await read()).steps).toHaveLength(3);
});

test('a step that is sent again by its key is taken once', async ({ appealFor }) => {
  const { id, merchant, read, take } = await appealFor();
  await take.refuse();
  const sent = { params: { id }, body: { comment: COMMENT }, headers: { 'idempotency-key': newId(new Date()) } };
  const [first, again] = [
    await merchant.api.call(contestMerchantAppeal, sent),
    await merchant.api.call(contestMerchantAppeal, sent),
  ];
  expect(again).toEqual(first);
  expect((await read()).steps).toHaveLength(3);
  const other = { ...sent, headers: { 'idempotency-key': newId(new Date()) } };
  expect(await merchant.api.refusal(contestMerchantAppeal, other)).toMatchObject({ status: 409, code: 'appeal_turn' });
});
