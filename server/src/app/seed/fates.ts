import { between, pickWeighted, type Random } from '@kantor/demo/random.ts';
import { MINUTE } from '../../kernel/clock.ts';

const HOUR = 60 * MINUTE;

/** What becomes of a demo order. Times are milliseconds: of the order from its creation, of the rest from the step before. */
export type Fate =
  | { kind: 'paid'; after: number }
  | { kind: 'cancelled'; after: number }
  /** `confirmAfter`: the trader finds the money after all. */
  | { kind: 'expired'; confirmAfter?: number }
  | {
      kind: 'appealed';
      /** Where the appeal finds the order. */
      from: 'ACTIVE' | 'EXPIRED' | 'DECLINED';
      after: number;
      /** Absent: nobody has decided yet. */
      decision?: { confirmed: boolean; judge: 'trader' | 'operator'; after: number };
    };

type Drawing = (random: Random) => Fate;

const paid: Drawing = (random) => ({ kind: 'paid', after: between(random, 1, 14) * MINUTE });
const cancelled: Drawing = (random) => ({ kind: 'cancelled', after: between(random, 1, 12) * MINUTE });
const expired: Drawing = () => ({ kind: 'expired' });
const paidLate: Drawing = (random) => ({ kind: 'expired', confirmAfter: between(random, 2, 180) * MINUTE });

function appealed(random: Random): Fate {
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
      judge: random() < 0.8 ? 'trader' : 'operator',
      after: between(random, 0.2, 20) * HOUR,
    },
  };
}

export function drawFate(random: Random): Fate {
  const draw = pickWeighted<Drawing>(random, [
    [paid, 74],
    [expired, 10],
    [paidLate, 4],
    [cancelled, 8],
    [appealed, 4],
  ]);
  return draw(random);
}

/** Long enough to lie after the end of the story. */
const NEVER = Number.MAX_SAFE_INTEGER / 2;

/** Still waits for its money when the story ends. */
export const UNPAID: Fate = { kind: 'paid', after: NEVER };

/** The last orders, so that every status and every state of an appeal can be seen whatever was drawn: minutes before the end. */
export const FINALE: readonly (readonly [minutes: number, fate: Fate])[] = [
  [
    1300,
    {
      kind: 'appealed',
      from: 'EXPIRED',
      after: 2 * HOUR,
      decision: { confirmed: true, judge: 'trader', after: 3 * HOUR },
    },
  ],
  [
    1200,
    {
      kind: 'appealed',
      from: 'DECLINED',
      after: HOUR,
      decision: { confirmed: false, judge: 'trader', after: 4 * HOUR },
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
