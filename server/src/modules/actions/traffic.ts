import type { Locked, Tx } from '../../db/tx.ts';
import { conflict } from '../../kernel/errors.ts';
import { type Account, accountChanged, setTrafficStop } from '../accounts/index.ts';
import type { Facts } from '../audit/index.ts';
import { countActiveOrders } from '../orders/index.ts';
import { radarChanged } from '../radar/index.ts';
import { assertNotPlatform, findAccount, objectOf, type OfOne } from './accounts.ts';
import type { Action, Note } from './frame.ts';

/** A merchant has no switch of their own. */
const trafficFacts = ({
  role,
  trafficOn,
  trafficStoppedAt,
}: Pick<Account, 'role' | 'trafficOn' | 'trafficStoppedAt'>): Facts => ({
  ...(role === 'trader' && { traffic_on: trafficOn }),
  traffic_stopped_at: trafficStoppedAt?.toISOString() ?? null,
});

async function activeNotes(tx: Tx, { id }: Account): Promise<Note[]> {
  const count = Number(await countActiveOrders(tx, id));
  return count === 0 ? [] : [{ code: 'active_orders_go_on', values: { count } }];
}

/** No new orders: a trader cannot switch the traffic on, a merchant is refused with the reason. What is under way goes on. */
export const stopTraffic: Action<OfOne & { reason: string }, Locked<Account>> = {
  name: 'stop-traffic',
  find: findAccount,
  basis: trafficFacts,
  act: async ({ tx, at }, account, { reason }) => {
    assertNotPlatform(account);
    if (account.trafficStoppedAt !== null) throw conflict('stopped_already', 'Трафик уже выключен площадкой');
    await setTrafficStop(tx, account, { at, reason });
    await accountChanged(tx, account.id, at);
    await radarChanged(tx, at);
    const after = { ...trafficFacts({ role: account.role, trafficOn: false, trafficStoppedAt: at }), reason };
    return {
      changes: [{ object: objectOf(account), before: trafficFacts(account), after }],
      notes: await activeNotes(tx, account),
    };
  },
};

/** A merchant is issued orders again; a trader may switch the traffic on. */
export const allowTraffic: Action<OfOne & { reason: string }, Locked<Account>> = {
  name: 'allow-traffic',
  find: findAccount,
  basis: trafficFacts,
  act: async ({ tx, at }, account, { reason }) => {
    if (account.trafficStoppedAt === null) throw conflict('not_stopped', 'Площадка не выключала этот трафик');
    await setTrafficStop(tx, account, null);
    await accountChanged(tx, account.id, at);
    await radarChanged(tx, at);
    const { role, trafficOn } = account;
    const after = { ...trafficFacts({ role, trafficOn, trafficStoppedAt: null }), ...(reason !== '' && { reason }) };
    const notes = role === 'trader' ? [{ code: 'trader_switches_on', values: {} }] : [];
    return { changes: [{ object: objectOf(account), before: trafficFacts(account), after }], notes };
  },
};
