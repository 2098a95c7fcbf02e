import { describe } from 'vitest';
import { PAYEE_CHECKS } from '../../src/modules/verification/store/payees.ts';
import { ACCOUNT, BANK_DATA, type Market, PAYEE, ROLLUPS, testCorruptions } from './fixture.ts';

/** A second payee of the requisite, in force since this order in the list of its trader. */
const second = ({ requisiteId }: Market, afterOrder: string) => `
  insert into payee select requisite_id, 2, bank_id, fio, phone, bank_account, last_4_digits_card, changed_by, created_at,
    ${afterOrder} from payee where requisite_id = '${requisiteId}'`;
const inForce = ({ requisiteId }: Market) => `update requisite set payee_version = 2 where id = '${requisiteId}'`;
const LAST = '(select max(trader_seq) from orders)';

describe('Verification names', () => {
  testCorruptions(PAYEE_CHECKS, {
    'an order with a payee that never was': ({ is, orders }) => ({
      sql: `update orders set payee_version = 7 where ${is('active')}`,
      breaks: [PAYEE, ROLLUPS],
      names: { table: 'orders', row: orders.active },
    }),
    'an order with a payee that came later': (market) => ({
      sql: [second(market, LAST), inForce(market), `update orders set payee_version = 2 where ${market.is('active')}`],
      breaks: [PAYEE],
      names: { table: 'orders', row: market.orders.active },
    }),
    'an order with a payee that was replaced before': (market) => ({
      sql: [
        second(market, `(select trader_seq - 1 from orders where ${market.is('active')})`),
        inForce(market),
        `update orders set payee_version = 2
          where trader_seq > (select trader_seq from orders where ${market.is('active')})`,
      ],
      breaks: [PAYEE],
      names: { table: 'orders', row: market.orders.active },
    }),
    'a requisite whose last payee is not in force': (market) => ({
      sql: second(market, LAST),
      breaks: [BANK_DATA],
      names: { table: 'requisite', row: market.requisiteId },
    }),
    'a requisite that shows other bank data': ({ requisiteId }) => ({
      sql: `update requisite set fio = 'Другой' where id = '${requisiteId}'`,
      breaks: [BANK_DATA],
      names: { table: 'requisite', row: requisiteId },
    }),
    'an account that nobody claims': ({ trader }) => ({
      sql: `delete from account_claim where kind = 'phone'`,
      breaks: [ACCOUNT],
      names: { table: 'account', row: trader.id },
    }),
    'an account that another trader claims': ({ trader, merchant }) => ({
      sql: `update account_claim set trader_id = '${merchant.id}' where kind = 'account'`,
      breaks: [ACCOUNT],
      names: { table: 'account', row: trader.id },
    }),
    'a claim on an account that nobody has': ({ trader }) => ({
      sql: `insert into account_claim values ('account', '40817810999999999999', '${trader.id}')`,
      breaks: [ACCOUNT],
      names: { table: 'account_claim', row: '40817810999999999999' },
    }),
  });
});
