import { describe } from 'vitest';
import { FIGURE_CHECKS } from '../../src/modules/verification/store/figures.ts';
import { FIGURES, MERCHANT_FIGURES, testCorruptions } from './fixture.ts';

const ofMerchant = { breaks: [MERCHANT_FIGURES], names: { table: 'merchant_figure', row: /2026-11-20 .*\// } };
const names = { table: 'figure_minute', row: /^2026-11-20 .*\// };
const breaks = [FIGURES];
const first = (figure: string) =>
  `(select min(minute) from figure_minute where figure = '${figure}') and figure = '${figure}'`;

describe('Verification names', () => {
  testCorruptions(FIGURE_CHECKS, {
    'a minute that counts an order too many': () => ({
      sql: `update figure_minute set n = n + 1 where minute = ${first('issued')}`,
      breaks,
      names,
    }),
    'a minute that knows nothing of a late closing': () => ({
      sql: `delete from figure_minute where minute = ${first('came_closed')}`,
      breaks,
      names,
    }),
    'a turnover that is a kopeck off': () => ({
      sql: `update figure_minute set amount = amount + 1 where minute = ${first('closed')}`,
      breaks,
      names,
    }),
    'revenue of which there is no posting': () => ({
      sql: `insert into figure_minute values ('2026-11-20 00:00Z', 'revenue', 1, 5)`,
      breaks,
      names,
    }),
    "a merchant's ten minutes that count an order too many": () => ({
      sql: `update merchant_figure set n = n + 1 where figure = 'issued'`,
      ...ofMerchant,
    }),
    'a fee that is off': () => ({
      sql: `update merchant_figure set amount = amount - 1 where figure = 'fee'`,
      ...ofMerchant,
    }),
    'a closing that is forgotten': () => ({
      sql: `delete from merchant_figure where figure = 'came_closed'`,
      ...ofMerchant,
    }),
    'appeals that nobody opened': () => ({
      sql: `insert into merchant_figure select merchant_id, '2026-11-20 00:00Z', 'appeals', 1, 0 from merchant_figure limit 1`,
      ...ofMerchant,
    }),
  });
});
