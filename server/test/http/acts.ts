import type { Client } from '@kantor/contract/client.ts';
import type { Route } from '@kantor/contract/plain/routes.ts';
import * as routes from '@kantor/contract/plain/statement-routes.ts';
import { createMerchantExport } from '@kantor/contract/wire/merchant-exports.ts';
import { createAct } from '@kantor/contract/wire/statement.ts';

/** After the kind of objects that one side alone has: the merchant's; the others are the trader's. */
export const OF_MERCHANT = ' of a merchant';

/** Long over. */
const PERIOD = { from: '2026-01-01', to: '2026-01-01' };

/** The ids of an act of each. */
export async function createActs(trader: Client, merchant: Client): Promise<[string, string]> {
  const make = async (owner: Client) => (await owner.call(createAct, { body: PERIOD })).id;
  return [await make(trader), await make(merchant)];
}

/** The id of a list as a file, which a merchant's server has asked for. */
export async function createFile(api: Client): Promise<string> {
  const headers = { 'idempotency-key': 'a-file' };
  return (await api.call(createMerchantExport, { body: { list: 'orders' }, headers })).id;
}

/** Sound bodies of the calls about acts. */
export const ACT_BODIES: readonly [Route, object][] = [
  [routes.createAct, PERIOD],
  [routes.createAccountAct, PERIOD],
  [routes.createRevenueAct, PERIOD],
  [routes.setParty, { name: 'x', details: '' }],
];
