import * as calls from '@kantor/contract/wire/appeals.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import type { Files } from '../files/index.ts';
import { confirmAppeal, declineAppeal, type Deps, getAppeal, listAppeals } from './service.ts';
import type { Owner } from './store.ts';

/** The contract lets only traders and merchants in. */
const ownerOf = (caller: Caller): Owner => ({ id: caller.id, role: caller.role === 'trader' ? 'trader' : 'merchant' });

export function appealRoutes(bind: Bind, deps: Deps & { files: Files }): void {
  const { db, files } = deps;
  bind(calls.listAppeals, ({ caller, query }) => {
    const { page, pageSize, order_id: orderId = '' } = query;
    return listAppeals(db, ownerOf(caller), { page, pageSize, orderId });
  });
  bind(calls.getAppeal, ({ caller, params }) => getAppeal(db, files, ownerOf(caller), params.id));
  bind(calls.confirmAppeal, async ({ caller, params }) => {
    await confirmAppeal(deps, { role: 'trader', id: caller.id }, params.id);
    return getAppeal(db, files, ownerOf(caller), params.id);
  });
  bind(calls.declineAppeal, async ({ caller, params }) => {
    await declineAppeal(deps, { role: 'trader', id: caller.id }, params.id);
    return getAppeal(db, files, ownerOf(caller), params.id);
  });
}
