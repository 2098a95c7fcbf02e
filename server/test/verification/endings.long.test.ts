import { describe } from 'vitest';
import { ENDING_CHECKS } from '../../src/modules/verification/store/endings.ts';
import { PLATFORM, DENSE, HELD, HOLD_POSTED, testCorruptions, ZERO } from './fixture.ts';

const ID = '01a1f82f-1e80-7165-bb6b-52bced39bae7';
const ending = (table: string, end: string, kind: string) =>
  `A ${table} has its ${kind} posting if it is ${end}, and only then`;
const SENT = ending('withdrawal', 'SENT', 'withdrawal_close');
const RELEASED = ending('withdrawal', 'REJECTED or CANCELLED', 'withdrawal_release');

const withdrawal = (merchant: { id: string }, outcome: string) => `
  insert into withdrawal (id, owner_id, owner_seq, wallet_id, amount_usdt, status, outcome, rejected_reason,
    transaction_hash, created_at, done_at)
  values ('${ID}', '${merchant.id}', 1, '${ID}', 1, 'CLOSED', '${outcome}', ${outcome === 'REJECTED' ? `'why'` : 'null'},
    ${outcome === 'SENT' ? `repeat('a', 64)` : 'null'}, now(), now())`;
const HOMELESS = 'An open withdrawal goes to a wallet that its owner has';
const NAMED = { table: 'withdrawal', row: ID };

describe('Verification names', () => {
  testCorruptions(ENDING_CHECKS, {
    'a withdrawal that left although it is not there': () => ({
      sql: `insert into ledger_journal (id, kind, cause, created_at) values ('${ID}', 'withdrawal_close', '${ID}', now())`,
      breaks: [SENT, ZERO],
      names: NAMED,
    }),
    'a withdrawal that was sent and never left': ({ merchant }) => ({
      sql: withdrawal(merchant, 'SENT'),
      breaks: [PLATFORM, SENT, DENSE],
      names: NAMED,
    }),
    'a withdrawal that was rejected and came back to nobody': ({ merchant }) => ({
      sql: withdrawal(merchant, 'REJECTED'),
      breaks: [PLATFORM, RELEASED, DENSE],
      names: NAMED,
    }),
    'an open withdrawal to a wallet that was removed': ({ merchant }) => ({
      sql: `insert into wallet (id, owner_id, address, created_at, is_valid, usable_at, removed_at)
          values ('${ID}', '${merchant.id}', 'T', now(), true, now(), now());
        insert into withdrawal (id, owner_id, owner_seq, wallet_id, amount_usdt, created_at)
          values ('${ID}', '${merchant.id}', 1, '${ID}', 1, now())`,
      breaks: [PLATFORM, HOMELESS, HELD, HOLD_POSTED, DENSE],
      names: NAMED,
    }),
    'a withdrawal that was cancelled and came back to nobody': ({ merchant }) => ({
      sql: withdrawal(merchant, 'CANCELLED'),
      breaks: [PLATFORM, RELEASED, DENSE],
      names: NAMED,
    }),
  });
});
