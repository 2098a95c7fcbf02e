import { expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { lockCandidates } from '../../src/modules/orders/store/issuing.ts';
import { kantorTest as test } from '../support/fixtures.ts';

test('a requisite is a candidate for the orders of a turn whose amounts it does not keep', async ({ kantor }) => {
  const trader = await kantor.createTrader({ balance: '1000000' });
  await kantor.createRequisite(trader.id);
  const merchant = await kantor.createMerchant();
  await merchant.order('1000');
  const asked = [1000, 2000, 3000].map((roubles) => ({
    amount: BigInt(roubles) * 100n,
    method: 'sbp' as const,
    bankId: undefined,
  }));
  const candidates = await transaction(kantor.db, (tx) => lockCandidates(tx, asked, kantor.clock(), []));
  expect(candidates.map(({ places }) => places)).toEqual([[1, 2]]);
});
