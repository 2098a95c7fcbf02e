import { APPEAL_SIDES, APPEAL_STAGES, type AppealStage } from '@kantor/contract/plain/appeals.ts';
import { describe, expect, test } from 'vitest';
import { HOUR, MINUTE } from '../../kernel/clock.ts';
import { answerUntil, stepsOf, turnAfter, USUAL_ANSWERS } from './rules.ts';

describe('a step', () => {
  /** Who may take which steps at which stage, and whose turn is next; `-`: it has ended. */
  const TABLE: Record<string, Partial<Record<AppealStage, string>>> = {
    merchant: {
      trader: 'evidence>trader',
      merchant: 'evidence>merchant contest>trader accept>- escalate>operator',
      operator: 'evidence>operator',
    },
    trader: {
      trader: 'evidence>trader decline>merchant escalate>operator confirm>-',
      merchant: 'confirm>-',
      operator: 'evidence>operator confirm>-',
    },
    operator: {
      trader: 'decline>- confirm>- split>-',
      merchant: 'decline>- confirm>- split>-',
      operator: 'decline>- confirm>- split>-',
    },
    timer: { trader: 'escalate>operator', merchant: 'accept>-', operator: '' },
  };

  test.for(APPEAL_SIDES.flatMap((side) => APPEAL_STAGES.map((stage) => [side, stage] as const)))(
    'of %s while it waits for %s',
    ([side, stage]) => {
      const turn = { stage, round: 1, decidedBy: 'trader' } as const;
      const steps = stepsOf(side, turn).map((step) => `${step}>${turnAfter(step, side, turn)?.stage ?? '-'}`);
      expect(steps.join(' ')).toBe(TABLE[side]?.[stage]);
    },
  );

  test.for([
    ['merchant', 'evidence decline escalate confirm'],
    ['trader', 'evidence decline'],
    ['operator', 'decline confirm split'],
    ['timer', 'escalate'],
  ] as const)('of %s, when the trader says that another sum came and asks the merchant', ([side, steps]) => {
    expect(stepsOf(side, { stage: 'merchant', round: 1, decidedBy: 'merchant' }).join(' ')).toBe(steps);
  });

  test.for(APPEAL_SIDES)('of %s is none when it has ended', (side) => {
    expect(stepsOf(side, { stage: null, round: 2, decidedBy: 'trader' })).toEqual([]);
  });

  test.for([
    [1, 'trader', 2],
    [2, 'trader', 3],
    [3, 'operator', 3],
  ] as const)('that contests in round %i gives it to the %s, in round %i', ([round, stage, next]) => {
    expect(turnAfter('contest', 'merchant', { stage: 'merchant', round, decidedBy: 'trader' })).toEqual({
      stage,
      round: next,
    });
  });
});

describe('an answer', () => {
  test.for([
    ['07:59:59', 180],
    ['08:00:00', 60],
    ['21:59:59', 60],
    ['22:00:00', 180],
    ['23:59:59', 180],
    ['00:00:00', 180],
  ] as const)('of a trader asked at %s in Moscow has %i minutes', ([time, minutes]) => {
    const at = new Date(`2026-03-10T${time}+03:00`);
    const until = answerUntil({ stage: 'trader' }, USUAL_ANSWERS, at);
    expect((Number(until) - at.getTime()) / MINUTE).toBe(minutes);
  });

  test('by other hours, and by none', () => {
    const at = new Date('2026-03-10T03:00:00+03:00');
    const minutes = (night: { from: number; to: number }) =>
      (Number(answerUntil({ stage: 'trader' }, { ...USUAL_ANSWERS, night }, at)) - at.getTime()) / MINUTE;
    expect([minutes({ from: 1, to: 4 }), minutes({ from: 4, to: 1 }), minutes({ from: 3, to: 3 })]).toEqual([
      180, 60, 60,
    ]);
  });

  test('of a merchant has a day, and the operator no end', () => {
    const at = new Date();
    expect(answerUntil({ stage: 'merchant' }, USUAL_ANSWERS, at)?.getTime()).toBe(at.getTime() + 24 * HOUR);
    expect(answerUntil({ stage: 'operator' }, USUAL_ANSWERS, at)).toBeNull();
  });
});
