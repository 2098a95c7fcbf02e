import { expect, test } from 'vitest';
import { z } from 'zod';
import { HOUR, MINUTE } from '../kernel/clock.ts';
import { USUAL_APPEALS } from '../modules/appeals/index.ts';
import { appealEnvironment, appealSettings } from './appeal-settings.ts';

const Environment = z.object(appealEnvironment);

test('appeals go by the usual terms, and by those that are set', () => {
  expect(appealSettings(Environment.parse({}))).toEqual(USUAL_APPEALS);
  const given = {
    KANTOR_APPEAL_DAYS: '30',
    KANTOR_APPEAL_MULTIPLE: '2',
    KANTOR_APPEAL_ANSWER_MINUTES: '30',
    KANTOR_APPEAL_NIGHT_MINUTES: '240',
    KANTOR_APPEAL_NIGHT: '23-7',
    KANTOR_APPEAL_CONTEST_HOURS: '12',
    KANTOR_APPEAL_PROOF_ABOVE: '1000',
  };
  expect(appealSettings(Environment.parse(given))).toEqual({
    days: 30,
    multiple: 2,
    answers: {
      dayMs: 30 * MINUTE,
      nightMs: 4 * HOUR,
      night: { from: 23, to: 7 },
      contestMs: 12 * HOUR,
      proofAbove: 1_000_00n,
    },
  });
});

test.for(['24-8', '22', '22-', 'ночь', '22:00-8:00'])('%s is no night', (night) => {
  expect(Environment.safeParse({ KANTOR_APPEAL_NIGHT: night }).success).toBe(false);
});
