import { listRequisiteDays } from '@kantor/contract/wire/requisite-days.ts';
import * as calls from '@kantor/contract/wire/orders.ts';
import { getOrderPostings } from '@kantor/contract/wire/postings.ts';
import * as platform from '@kantor/contract/wire/platform/orders.ts';
import * as readiness from '@kantor/contract/wire/readiness.ts';
import { actorOf } from '../../http/actor.ts';
import { type Bind, mayCall } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { toPage, toStatusTotals } from '../../http/page.ts';
import { toShopData } from '../../http/shop-data.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { bindObjects, type PlatformDeps, requestOf, withBesides } from '../inspection/index.ts';
import { orderList, platformOrderList } from './lists.ts';
import { confirmOrder, type Deps } from './service/closing.ts';
import { groundOf, listOrderMessages } from './service/grounds.ts';
import { getPlatformTotals, readAnyOrder } from './service/platform.ts';
import { getOrder, getPostings, getTotals } from './service/reading.ts';
import { askReadiness } from './service/readiness.ts';
import { readDemand } from './store/demand.ts';
import { readRequisiteDays } from './store/requisite-days.ts';
import { readShopData } from './store/shop-data.ts';
import {
  detailFor,
  narrowingOf,
  type OrderOwners,
  toAnyOrder,
  toDemand,
  toMessageChoice,
  toReadiness,
  toRequisiteDay,
} from './wire.ts';

export function orderRoutes(bind: Bind, deps: Deps): void {
  bindList(bind, deps, orderList);
  bind(calls.getOrderTotals, async ({ caller, query: { id: search = '', since, ...asked } }) =>
    toStatusTotals(await getTotals(deps.db, ownerOf(caller), { ...narrowingOf(asked), search, since })),
  );
  bind(getOrderPostings, async ({ caller, params }) =>
    (await getPostings(deps.db, ownerOf(caller), params.id)).map(({ at, ...posting }) => ({
      ...posting,
      created_at: at,
    })),
  );
  bind(calls.getOrder, async ({ caller, params }) => {
    const owner = ownerOf(caller);
    const order = detailFor(owner.role)(await getOrder(deps.db, owner, params.id));
    return owner.role === 'merchant' ? { ...order, ...toShopData(await readShopData(deps.db, params.id)) } : order;
  });
  bind(calls.listOrderMessages, async ({ caller, params, query }) =>
    toPage(await listOrderMessages(deps.db, ownerOf(caller), params.id, query), toMessageChoice),
  );
  bind(calls.confirmOrder, async ({ caller, params, body, request }) => {
    const by = actorOf(caller, request);
    const asked = { id: params.id, event: 'confirm', ground: groundOf(body), by } as const;
    return detailFor('trader')(await confirmOrder(deps, caller.id, asked));
  });
  bind(calls.confirmExpiredOrder, async ({ caller, params, body, request }) => {
    const by = actorOf(caller, request);
    const asked = { id: params.id, event: 'confirm-expired', ground: groundOf(body), by } as const;
    return detailFor('trader')(await confirmOrder(deps, caller.id, asked));
  });
}

/** Why a trader is issued orders, or is not. */
export function readinessRoutes(bind: Bind, { db, clock }: Pick<Deps, 'db' | 'clock'>): void {
  bind(readiness.getReadiness, async ({ caller, query: { amount, method, bank: bankId } }) =>
    toReadiness(
      await askReadiness({ db, clock }, caller.id, {
        ...{ amount, method, bankId },
        seesBalance: mayCall(caller, 'balance.read'),
      }),
    ),
  );
  bind(listRequisiteDays, async ({ caller }) => (await readRequisiteDays(db, caller.id, clock())).map(toRequisiteDay));
  bind(readiness.getDemand, async ({ caller }) => toDemand(await readDemand(db, caller.id, clock())));
}

/** The orders of all accounts, for those who run the platform. */
export function platformOrderRoutes(bind: Bind, deps: PlatformDeps): void {
  bind(platform.getPlatformOrderTotals, async ({ query }) =>
    toStatusTotals(await getPlatformTotals(deps.reads.current, requestOf({ ...query, page: 1, pageSize: 1 }))),
  );
  bindObjects(bind, deps, {
    list: platformOrderList,
    calls: { get: platform.getPlatformOrder, reveal: platform.revealPlatformOrder },
    kind: 'order',
    find: readAnyOrder,
    accountsOf: ({ traderId, merchantId }: OrderOwners) => [traderId, merchantId],
    causesOf: ({ id, appealIds }) => [id, ...appealIds],
    toDetail: (found, { besides, names, sight }) => ({
      ...toAnyOrder(found, names, sight),
      ...withBesides(besides, sight),
    }),
  });
}
