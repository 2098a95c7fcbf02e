import type { Role } from '@kantor/contract/plain/rights.ts';
import { foundBy } from '@kantor/contract/plain/search.ts';
import type { Database } from '@kantor/server/src/db/pool.ts';
import { keysOf } from '@kantor/server/src/modules/search/rules.ts';
import { findByKeys } from '@kantor/server/src/modules/search/store/search.ts';
import { RARE } from './grown-fill.ts';
import { type Kind, KINDS } from './grown-reads.ts';

const SEARCHERS: readonly Role[] = ['trader', 'merchant', 'operator'];

/** A search of everything by a key, as everybody's palette makes it, for keys that orders in the middle of a list give, or for one text. */
const palette = (name: string, text: string | { of: string }): Kind => ({
  name: `palette by ${name}`,
  isPage: false,
  async requests(of) {
    const owner = { trader: await of.owner('trader', 0), merchant: await of.owner('merchant', 0) };
    const texts =
      typeof text === 'string'
        ? [{ text }]
        : await of.query<{ text: string }>(
            `select ${text.of} as text from list_sequence join orders on trader_id = owner_id and trader_seq in (last / 2, last / 2 + 50, last / 2 + 100)
             where owner_id = '${owner.trader.id}' and list = 'orders'`,
          );
    return SEARCHERS.flatMap((role) => {
      const { id: accountId } = role === 'operator' ? owner.trader : owner[role];
      const searcher = { role, accountId, kinds: foundBy({ role, memberRole: 'owner' }), seesStaff: true };
      return texts.map(({ text: typed }) => ({
        owner: owner.trader,
        status: 'ALL' as const,
        page: 1,
        search: typed,
        read: (db: Database) => findByKeys(db, searcher, keysOf(typed), new Date()),
      }));
    });
  },
});

/** The palette's search for each kind of key, by a trader, a merchant and the platform in turn. */
const PALETTE_KINDS: readonly Kind[] = [
  palette('whole id', { of: 'orders.id::text' }),
  palette('short name', { of: 'upper(right(orders.id::text, 8))' }),
  palette("a merchant's own number", { of: 'external_id' }),
  palette('sum', { of: "(amount / 100) || ',' || lpad((amount % 100)::text, 2, '0')" }),
  palette('a sum that a thousandth of the orders has', '5000'),
  palette('last four digits', {
    of: '(select right(phone, 4) from payee where requisite_id = orders.requisite_id limit 1)',
  }),
  palette('last four digits, that few orders have', RARE.last4),
  palette('sender, or name', 'Иван И.'),
  palette('hash', 'ab'.repeat(32)),
  palette('address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
];

/** Whatever is read of a marketplace that has grown. */
export const EVERY_KIND: readonly Kind[] = [...KINDS, ...PALETTE_KINDS];
