import { describe } from 'vitest';
import { PAYOUT_CHECKS } from '../../src/modules/verification/store/payouts.ts';
import { PLATFORM, DENSE, HELD, HOLD_POSTED, type Market, testCorruptions, ZERO } from './fixture.ts';

const ID = '01a1f82f-1e80-7165-bb6b-52bced39bae7';
const has = (kind: string, when: string) => `A payout has its ${kind} posting ${when}, and only then`;
const HOLD = has('payout_hold', 'always');
const CLOSE = has('payout_close', 'if it was done');
const RELEASE = has('payout_release', 'if it is cancelled undone');
const SETTLE = has('payout_settle', 'if it is settled');
const RETURN = has('payout_return', 'if it is returned');
const MOVED = 'A payout has moved what its terms and its state say';
const TAKEN = 'A payout in work is taken by its trader, any other by nobody';
const FILE = "A file is the proof of a payout, or a receipt of an appeal or a payer's claim";

/** A payout of 100 micro-USDT of which the ledger knows nothing, with these columns besides. */
const payout = ({ merchant }: Pick<Market, 'merchant'>, columns: Record<string, string>) => `
  insert into payout (id, merchant_id, merchant_seq, amount, rate, amount_usdt, fee_bp, is_sbp, fio, phone, bank_account,
    created_at, ${Object.keys(columns).join(', ')})
  values ('${ID}', '${merchant.id}', 1, 1, 1, 100, 0, true, '', '1', '', now(), ${Object.values(columns).join(', ')})`;

/** Of one that the trader did. */
const done = ({ trader }: Pick<Market, 'trader'>, settlement: string) => ({
  status: "'DONE'",
  trader_id: `'${trader.id}'`,
  trader_seq: '1',
  photo_id: `'${ID}'`,
  done_at: 'now()',
  settlement: `'${settlement}'`,
});
const named = { table: 'payout', row: ID };

describe('Verification names', () => {
  testCorruptions(PAYOUT_CHECKS, {
    'a payout that holds nothing': (market) => ({
      sql: payout(market, { status: "'OPEN'" }),
      breaks: [PLATFORM, HOLD, MOVED, HELD, HOLD_POSTED, DENSE],
      names: named,
    }),
    'a payout in work that nobody has taken': (market) => ({
      sql: payout(market, {
        status: "'IN_WORK'",
        trader_id: `'${market.trader.id}'`,
        work_place: '1',
        taken_until: 'now()',
      }),
      breaks: [PLATFORM, HOLD, MOVED, HELD, HOLD_POSTED, TAKEN, DENSE],
      names: named,
    }),
    'a payout that is done and paid nobody': (market) => ({
      sql: payout(market, { ...done(market, 'settled'), settled_at: 'now()' }),
      breaks: [PLATFORM, HOLD, CLOSE, MOVED, DENSE],
      names: named,
    }),
    'a payout that is settled and paid nobody': (market) => ({
      sql: payout(market, { ...done(market, 'settled'), settled_at: 'now()', contest_until: 'now()' }),
      breaks: [PLATFORM, HOLD, CLOSE, SETTLE, MOVED, DENSE],
      names: named,
    }),
    'a payout that is contested and holds nothing': (market) => ({
      sql: payout(market, {
        ...done(market, 'contested'),
        contest_until: 'now()',
        contested_at: 'now()',
        contest_reason: "'x'",
      }),
      breaks: [PLATFORM, HOLD, CLOSE, MOVED, HELD, HOLD_POSTED, DENSE],
      names: named,
    }),
    'a payout that is returned and gave nothing back': (market) => ({
      sql: payout(market, {
        ...done(market, 'returned'),
        status: "'CANCELLED'",
        settled_at: 'now()',
        contest_until: 'now()',
        decision_reason: "'x'",
      }),
      breaks: [PLATFORM, HOLD, CLOSE, RETURN, DENSE],
      names: named,
    }),
    'a payout that is cancelled and returned nothing': (market) => ({
      sql: payout(market, { status: "'CANCELLED'", done_at: 'now()' }),
      breaks: [PLATFORM, HOLD, RELEASE, DENSE],
      names: named,
    }),
    'money that was returned for no payout': () => ({
      sql: `insert into ledger_journal (id, kind, cause, created_at) values ('${ID}', 'payout_return', '${ID}', now())`,
      breaks: [RETURN, ZERO],
      names: named,
    }),
    'a file that belongs to nothing': ({ trader }) => ({
      sql: `insert into stored_file values ('${ID}', '${trader.id}', 'x.png', 'image/png', 1, now())`,
      breaks: [FILE],
      names: { table: 'stored_file', row: ID },
    }),
  });
});
