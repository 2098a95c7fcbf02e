import * as routes from '@kantor/contract/plain/platform-routes.ts';
import type { listBalanceBanks } from '@kantor/contract/wire/platform/balances.ts';
import type { PageArgs, RowOf } from './ask';
import { read } from './reads';

export type BalanceBank = RowOf<typeof listBalanceBanks>;
export const getBalanceBanks = read<typeof listBalanceBanks, PageArgs>(routes.listBalanceBanks, 'Platform');
