import * as calls from '@kantor/contract/wire/analytics.ts';
import { type Bind, type Caller, mayCall } from '../../http/endpoint.ts';
import * as analytics from './service.ts';
import { toAnalytics, toBreakdown, toRefusals } from './wire.ts';

/** What somebody is told in figures is what they see on other pages. */
const viewerOf = (caller: Caller): analytics.Viewer => ({
  id: caller.id,
  role: caller.role,
  seesMoney: mayCall(caller, caller.role === 'trader' ? 'balance.read' : 'summary.read'),
  seesRefusals: mayCall(caller, 'summary.read'),
});

export function analyticsRoutes(bind: Bind, dated: analytics.Dated): void {
  const deps = { db: dated.reads.dated, clock: dated.clock };
  bind(calls.getAnalytics, async ({ caller, query }) => {
    const viewer = viewerOf(caller);
    return toAnalytics(viewer, await analytics.getDatedAnalytics(dated, viewer, query));
  });
  bind(calls.getBreakdown, async ({ caller, query }) => {
    const viewer = viewerOf(caller);
    return toBreakdown(viewer, await analytics.getBreakdown(deps, viewer, query));
  });
  bind(calls.getRefusals, async ({ caller, query }) =>
    toRefusals(await analytics.getRefusals(deps, viewerOf(caller), query)),
  );
}
