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
      /** Absent: the appeal is open. */
      decision?: { confirmed: boolean; decidedBy: 'trader' | 'operator'; after: number };
    };

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
  return {
    kind: 'appealed',
    from,
    after: between(random, 5, from === 'ACTIVE' ? 9 : 240) * MINUTE,
    decision: {
      confirmed: random() < 0.6,
      decidedBy: random() < 0.8 ? 'trader' : 'operator',
      after: between(random, 0.2, 20) * HOUR,
    },
  };
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
  [
    1300,
    {
      kind: 'appealed',
      from: 'EXPIRED',
      after: 2 * HOUR,
      decision: { confirmed: true, decidedBy: 'trader', after: 3 * HOUR },
    },
  ],
  [
    1200,
    {
      kind: 'appealed',
      from: 'DECLINED',
      after: HOUR,
      decision: { confirmed: false, decidedBy: 'trader', after: 4 * HOUR },
    },
  ],
  [400, { kind: 'appealed', from: 'EXPIRED', after: HOUR }],
  [170, { kind: 'appealed', from: 'DECLINED', after: HOUR }],
  [95, { kind: 'expired' }],
  [70, { kind: 'paid', after: 6 * MINUTE }],
  [52, { kind: 'cancelled', after: 4 * MINUTE }],
  [41, { kind: 'expired' }],
  [33, { kind: 'paid', after: 9 * MINUTE }],
  [24, { kind: 'paid', after: 3 * MINUTE }],
  [19, { kind: 'expired' }],
  ...[12, 9, 7, 5, 3, 1].map((minutes) => [minutes, UNPAID] as const),
];
