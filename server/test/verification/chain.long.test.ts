import { TRON_XPUB } from '@kantor/demo/tron/addresses.ts';
import { describe, expect } from 'vitest';
import { creditByHand, giveMissingAddresses } from '../../src/modules/chain/index.ts';
import { CHAIN_CHECKS } from '../../src/modules/verification/store/chain.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { readAccount } from '../../src/modules/accounts/index.ts';
import { startChain } from '../chain/simulated-chain.ts';
import { usdt } from '../support/money.ts';
import * as names from './fixture.ts';
import { PLATFORM, test, testCorruptions } from './fixture.ts';

const BY_HAND = 'ab'.repeat(32);

/** A deposit of 5 from the chain, one of 7 that was credited by hand, and one of 9 on its way. */
test.beforeAll(async ({ kantor, market: { trader } }) => {
  const chain = await startChain(kantor);
  await giveMissingAddresses(kantor, TRON_XPUB);
  const to = (await readAccount(kantor.db, trader.id))?.wallet ?? '';
  const scan = chain.scan();
  await chain.readAll(scan);
  await creditByHand(kantor.db, { traderId: trader.id, amount: usdt('7'), reference: BY_HAND, at: kantor.clock() });
  chain.plan({ to, amount: usdt('5') });
  chain.plan({ to, amount: usdt('7'), txHash: BY_HAND });
  chain.grow(20);
  chain.plan({ to, amount: usdt('9') });
  chain.grow(5);
  await chain.readAll(scan);
  chain.close();
});

const ONCE = "A deposit from the chain is on its trader's balance once, with its amount";
const HAND = 'A deposit that was credited by hand has that posting, to its trader';
const EITHER = 'A transfer is pending or credited, never both';
const BLOCKS = 'The blocks that were read follow the cursor without a gap, as far as they may be replaced';
const ADDRESSES = "A deposit key's addresses are given without a gap, and are what their traders see";

test('A chain that was read breaks nothing', async ({ kantor }) => {
  expect(await verify(kantor.db)).toEqual([]);
});

const ofChain = 'by_hand is null';
const deposit = { table: 'chain_deposit', row: /./ };
const block = { table: 'chain_block', row: /^\d+$/ };
const address = { table: 'deposit_address', row: /^T\w{33}$/ };
const fifth = '(select number from chain_block order by number offset 5 limit 1)';

describe('Verification names', () => {
  testCorruptions(CHAIN_CHECKS, {
    'a deposit of another amount than its posting': () => ({
      sql: `update chain_deposit set amount = amount + 1 where ${ofChain}`,
      breaks: [ONCE],
      names: deposit,
    }),
    'a deposit of another trader than its posting': () => ({
      sql: `update chain_deposit set trader_id = (select id from account where role = 'merchant') where ${ofChain}`,
      breaks: [ONCE, names.DENSE],
      names: deposit,
    }),
    'a deposit without a posting': () => ({
      sql: `update chain_deposit set id = '01990000-0000-7000-8000-000000000000' where ${ofChain}`,
      breaks: [PLATFORM, ONCE],
      names: { table: 'chain_deposit', row: '01990000-0000-7000-8000-000000000000' },
    }),
    'a posting whose deposit is gone': () => ({
      sql: `delete from chain_deposit where ${ofChain}`,
      breaks: [PLATFORM, ONCE, names.DENSE],
      names: deposit,
    }),
    'a deposit that is said to be credited by hand, and is not': () => ({
      sql: `update chain_deposit set by_hand = gen_random_uuid() where not ${ofChain}`,
      breaks: [HAND],
      names: deposit,
    }),
    'a deposit that was credited by hand to another': () => ({
      sql: `update chain_deposit set trader_id = (select id from account where role = 'merchant') where not ${ofChain}`,
      breaks: [HAND, names.DENSE],
      names: deposit,
    }),
    'a credited deposit that is said to be by hand': () => ({
      sql: `update chain_deposit set by_hand = other.by_hand from chain_deposit other
        where chain_deposit.by_hand is null and other.by_hand is not null`,
      breaks: [ONCE],
      names: deposit,
    }),
    'a transfer that is pending although it is credited': () => ({
      sql: `update chain_pending set tx_hash = '${BY_HAND}'`,
      breaks: [EITHER],
      names: { table: 'chain_pending', row: /./ },
    }),
    'a hole in the blocks': () => ({
      sql: `delete from chain_block where number = ${fifth}`,
      breaks: [BLOCKS],
      names: block,
    }),
    'a block that follows another': () => ({
      sql: `update chain_block set parent_hash = '${BY_HAND}' where number = ${fifth}`,
      breaks: [BLOCKS],
      names: block,
    }),
    'blocks far from the cursor': () => ({
      sql: 'update chain_cursor set block_number = block_number - 1',
      breaks: [BLOCKS],
      names: block,
    }),
    'more blocks than may be replaced': () => ({
      sql: `insert into chain_block select number + 1, repeat('cd', 32), hash, made_at
        from chain_block order by number desc limit 1`,
      breaks: [BLOCKS],
      names: block,
    }),
    'blocks without a cursor': () => ({ sql: 'delete from chain_cursor', breaks: [BLOCKS], names: block }),
    'an address that was left out': () => ({
      sql: 'update deposit_address set index = index + 1 where index = (select max(index) from deposit_address)',
      breaks: [ADDRESSES],
      names: address,
    }),
    'a key that would give an address again': () => ({
      sql: 'update deposit_key set next_index = next_index - 1',
      breaks: [ADDRESSES],
      names: address,
    }),
    'a trader who is shown another address': ({ trader }) => ({
      sql: `update account set wallet = 'T' where id = '${trader.id}'`,
      breaks: [ADDRESSES],
      names: address,
    }),
  });
});
