import { moveEarnings } from '@kantor/contract/wire/balance.ts';
import { confirmOrder } from '@kantor/contract/wire/orders.ts';
import { createWallet, createWithdrawal } from '@kantor/contract/wire/withdrawals.ts';
import { createCli } from '@kantor/server/test/support/cli.ts';
import { outcomeOf } from '../harness/calls.ts';
import { type Gate, gate } from '../harness/gates.ts';
import { winners, type World } from './world.ts';

const BANK = 7;
const WALLET = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const HASH = 'ab'.repeat(32);
const TERMINALS = 4;

/** All earnings and the whole balance, asked for many times at once; deeds of several operators. */
export async function raceMoney({ market, race, issued, amount }: World, callers: number): Promise<Gate[]> {
  const many = <Answer>(name: string, make: () => Promise<Answer>) =>
    Promise.all(Array.from({ length: callers }, () => race(name, make())));
  const trader = await market.createTrader();
  await market.createRequisite(trader.id, { bankId: BANK });
  const { id } = await issued(amount(), BANK);
  await trader.call(confirmOrder, { params: { id } });
  const moves = winners(await many('earnings', () => trader.call(moveEarnings))).length;

  const merchant = await market.createMerchant({ balance: 100 });
  const wallet = await merchant.call(createWallet, { body: { wallet_to_withdraw: WALLET } });
  const body = { amount_in_usdt: 100, wallet_id: wallet.id };
  const withdrawals = winners(await many('withdrawal', () => merchant.call(createWithdrawal, { body })));

  const operators = createCli({ db: market.db, clock: () => new Date() });
  const opened = await operators.cli('create-operator', 'anna');
  operators.cliSettings.password = /^Password: (\S+)$/m.exec(opened)?.[1] ?? '';
  const atTerminals = async (...words: string[]) => {
    const deeds = await Promise.all(Array.from({ length: TERMINALS }, () => outcomeOf(operators.cli(...words))));
    return winners(deeds).filter((said) => !said.includes('nothing was changed')).length;
  };
  const closed = await atTerminals('close-withdrawal', withdrawals[0]?.id ?? '', '--hash', HASH, '--by', 'anna');
  const deposits = await atTerminals('deposit', trader.username, '10', '--reference', 'one', '--by', 'anna');
  return [
    gate('all earnings moved', { exactly: 1 }, moves, { of: callers }),
    gate('the whole balance withdrawn', { exactly: 1 }, withdrawals.length, { of: callers }),
    gate('a withdrawal closed at several terminals', { exactly: 1 }, closed, { of: TERMINALS }),
    gate('a deposit of one reference at several terminals', { exactly: 1 }, deposits, { of: TERMINALS }),
  ];
}
