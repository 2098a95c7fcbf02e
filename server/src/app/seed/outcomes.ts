import type { DeclineReason } from '@kantor/contract/plain/appeals.ts';
import { between, pickWeighted, type Random } from '@kantor/demo/random.ts';
import { HOUR, MINUTE } from '../../kernel/clock.ts';

/** The outcome of a demo order. Times are in milliseconds, from the order's creation or from the step before. */
export type Outcome =
  | { kind: 'paid'; after: number }
  | { kind: 'cancelled'; after: number }
  /** `confirmAfter`: the trader finds the money later. */
  | { kind: 'expired'; confirmAfter?: number }
  | {
      kind: 'appealed';
      /** The order's status at the appeal. */
      from: 'ACTIVE' | 'EXPIRED' | 'DECLINED';
      after: number;
      /** The trader gives in (null), or declines; absent: they are silent. */
      answer?: { reason: DeclineReason | null; after: number };
      /** When the merchant contests the decline, or gives up. */
      contestAfter?: number;
      acceptAfter?: number;
      /** The operator's; absent: the appeal is still open, or the sides have ended it. */
      decision?: Decision;
    };

/** What the operator decides, so long after the opening. */
export interface Decision {
  how: 'confirmed' | 'split' | 'declined';
  comment: string;
  after: number;
}

type Draw = (random: Random) => Outcome;

const paid: Draw = (random) => ({ kind: 'paid', after: between(random, 1, 14) * MINUTE });
const cancelled: Draw = (random) => ({ kind: 'cancelled', after: between(random, 1, 12) * MINUTE });
const expired: Draw = () => ({ kind: 'expired' });
const paidLate: Draw = (random) => ({ kind: 'expired', confirmAfter: between(random, 2, 180) * MINUTE });

function appealed(random: Random): Outcome {
  const from = pickWeighted<'ACTIVE' | 'EXPIRED' | 'DECLINED'>(random, [
    ['EXPIRED', 6],
    ['DECLINED', 3],
    ['ACTIVE', 1],
  ]);
  const base = { kind: 'appealed', from, after: between(random, 5, from === 'ACTIVE' ? 9 : 240) * MINUTE } as const;
  const isTrue = random() < 0.6;
  const answeredAfter = between(random, 5, 55) * MINUTE;
  if (random() < 0.2) {
    const comment = isTrue ? 'Поступление видно в выписке' : 'Чек не подтверждён банком';
    const after = between(random, 4, 20) * HOUR;
    return { ...base, decision: { how: isTrue ? 'confirmed' : 'declined', comment, after } };
  }
  if (isTrue) return { ...base, answer: { reason: null, after: answeredAfter } };
  return { ...base, answer: { reason: 'not_received', after: answeredAfter }, acceptAfter: answeredAfter + HOUR };
}

export function drawOutcome(random: Random): Outcome {
  const draw = pickWeighted<Draw>(random, [
    [paid, 74],
    [expired, 10],
    [paidLate, 4],
    [cancelled, 8],
    [appealed, 4],
  ]);
  return draw(random);
}

/** Long after the end of the last day. */
const NEVER = Number.MAX_SAFE_INTEGER / 2;

/** The order is still unpaid when the last day ends. */
export const UNPAID: Outcome = { kind: 'paid', after: NEVER };

/** The last orders have every status and every state of an appeal. Minutes before the end of the last day. */
export const LAST_ORDERS: readonly (readonly [minutes: number, outcome: Outcome])[] = [
  [1300, { kind: 'appealed', from: 'EXPIRED', after: 2 * HOUR, answer: { reason: null, after: 40 * MINUTE } }],
  [
    1200,
    {
      kind: 'appealed',
      from: 'DECLINED',
      after: HOUR,
      answer: { reason: 'other_amount', after: 20 * MINUTE },
      acceptAfter: 2 * HOUR,
    },
  ],
  [
    900,
    {
      kind: 'appealed',
      from: 'EXPIRED',
      after: 30 * MINUTE,
      answer: { reason: 'fake_receipt', after: 30 * MINUTE },
      contestAfter: 90 * MINUTE,
      decision: { how: 'split', comment: 'Поступление подтверждено частично', after: 6 * HOUR },
    },
  ],
  // At the operator: nobody answered.
  [400, { kind: 'appealed', from: 'EXPIRED', after: HOUR }],
  // Declined: the merchant has a day.
  [
    170,
    {
      kind: 'appealed',
      from: 'DECLINED',
      after: HOUR,
      answer: { reason: 'not_received', after: 25 * MINUTE },
    },
  ],
  // Contested: the second round has just begun.
  [
    150,
    {
      kind: 'appealed',
      from: 'EXPIRED',
      after: 10 * MINUTE,
      answer: { reason: 'other_requisite', after: 40 * MINUTE },
      contestAfter: 120 * MINUTE,
    },
  ],
  [95, { kind: 'expired' }],
  [70, { kind: 'paid', after: 6 * MINUTE }],
  [52, { kind: 'cancelled', after: 4 * MINUTE }],
  // New ones, which their traders have yet to answer.
  [44, { kind: 'appealed', from: 'EXPIRED', after: 15 * MINUTE }],
  [41, { kind: 'expired' }],
  [39, { kind: 'appealed', from: 'DECLINED', after: 30 * MINUTE }],
  [33, { kind: 'paid', after: 9 * MINUTE }],
  [24, { kind: 'paid', after: 3 * MINUTE }],
  [19, { kind: 'expired' }],
  ...[12, 9, 7, 5, 3, 1].map((minutes) => [minutes, UNPAID] as const),
];
