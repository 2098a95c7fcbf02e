import * as calls from '@kantor/contract/wire/statement.ts';
import type { Database } from '../../db/pool.ts';
import { actorOf } from '../../http/actor.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { toPage } from '../../http/page.ts';
import type { Clock } from '../../kernel/clock.ts';
import { PLATFORM_ACCOUNT } from '../../kernel/platform.ts';
import { getListed } from '../accounts/index.ts';
import { revenueList, statementList } from './lists.ts';
import { getAct, getParty, makeAct, setParty } from './service/acts.ts';
import { printAct } from './service/pdf.ts';
import { getRevenueTotals, getTotals } from './service/statement.ts';
import { readActs } from './store/acts.ts';
import { toAct, toListedAct, toTotals } from './wire.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

/** Statements and acts, for those they are of and for the platform's people. */
export function statementRoutes(bind: Bind, deps: Deps): void {
  ownRoutes(bind, deps);
  platformRoutes(bind, deps);
}

/** Of the caller's own account. */
function ownRoutes(bind: Bind, deps: Deps): void {
  const { db } = deps;
  const toListed = toListedAct('account');
  bindList(bind, deps, statementList);
  bind(calls.getStatementTotals, async ({ caller, query }) => toTotals(await getTotals(db, caller.id, query)));
  bind(calls.listActs, async ({ caller, query }) => toPage(await readActs(db, caller.id, query), toListed));
  bind(calls.createAct, async ({ caller, body, request }) =>
    toListed(await makeAct(deps, actorOf(caller, request), caller.id, body)),
  );
  bind(calls.getAct, async ({ caller, params }) => toAct('account')(await getAct(db, params.id, caller.id)));
  bind(calls.getActFile, async ({ caller, params, reply }) => {
    const act = await getAct(db, params.id, caller.id);
    reply.header('content-disposition', `attachment; filename="act-${act.number}.pdf"`);
    return printAct(toAct('account')(act));
  });
  bind(calls.getParty, ({ caller }) => getParty(db, caller.id));
  bind(calls.setParty, async ({ caller, body, request }) => {
    await setParty(deps, actorOf(caller, request), body);
    return null;
  });
}

/** Of any account, and of the platform's revenue. */
function platformRoutes(bind: Bind, deps: Deps): void {
  const { db } = deps;
  const toListed = toListedAct('platform');
  bind(calls.getAccountTotals, async ({ params, query }) => {
    await getListed(db, params.id);
    return toTotals(await getTotals(db, params.id, query));
  });
  bind(calls.listAccountActs, async ({ params, query }) => {
    await getListed(db, params.id);
    return toPage(await readActs(db, params.id, query), toListed);
  });
  bind(calls.createAccountAct, async ({ caller, params, body, request }) => {
    await getListed(db, params.id);
    return toListed(await makeAct(deps, actorOf(caller, request), params.id, body));
  });
  bindList(bind, deps, revenueList);
  bind(calls.getRevenueTotals, async ({ query }) => toTotals(await getRevenueTotals(db, query)));
  bind(calls.listRevenueActs, async ({ query }) => toPage(await readActs(db, PLATFORM_ACCOUNT, query), toListed));
  bind(calls.createRevenueAct, async ({ caller, body, request }) =>
    toListed(await makeAct(deps, actorOf(caller, request), PLATFORM_ACCOUNT, body)),
  );
  bind(calls.getPlatformAct, async ({ params }) => toAct('platform')(await getAct(db, params.id)));
  bind(calls.getPlatformActFile, async ({ params, reply }) => {
    const act = await getAct(db, params.id);
    reply.header('content-disposition', `attachment; filename="act-${act.number}.pdf"`);
    return printAct(toAct('platform')(act));
  });
}
