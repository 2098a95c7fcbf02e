import * as calls from '@kantor/contract/wire/appeals.ts';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { toListTotals } from '../../http/page.ts';
import type { Reader } from '../../db/tx.ts';
import { after, HOUR } from '../../kernel/clock.ts';
import { ownerOf } from '../../kernel/owner.ts';
import { readMessagesAround } from '../devices/index.ts';
import type { Files } from '../files/index.ts';
import { optionalKey, onceIfKeyed } from '../idempotency/index.ts';
import { getOrder, groundOf } from '../orders/index.ts';
import { bringFile, openByClaim, openWithReceipt } from './bringing.ts';
import { type Said, toDesk } from './desk.ts';
import { confirmAppeal } from './endings.ts';
import { acceptAppeal, contestAppeal, escalateAppeal, refuseAppeal, type Side } from './rounds.ts';
import { appealList } from './lists.ts';
import type { AppealTerms } from './rules.ts';
import { type Deps, getAppeal, sumAppeals } from './service.ts';
import { readStepsOf } from './store/steps.ts';
import { toDetail } from './wire.ts';

type RouteDeps = Deps & { files: Files; appeals: AppealTerms };

/** What a bank said so long before an order, and after its end, may be about it. */
export const AROUND_MS = 2 * HOUR;

/** All that an owner may know of an appeal; the bank's messages are the trader's. @throws ApiError 404. */
async function readSaid(db: Reader, caller: Caller, id: string): Promise<Said> {
  const owner = ownerOf(caller);
  const appeal = await getAppeal(db, owner, id);
  const [steps, order] = [await readStepsOf(db, id), await getOrder(db, owner, appeal.orderId)];
  if (owner.role !== 'trader') return { appeal, steps, order };
  const { requisiteId, createdAt, expiresAt } = order;
  const bank = await readMessagesAround(db, {
    orderId: appeal.orderId,
    traderId: owner.id,
    requisiteId,
    since: after(createdAt, -AROUND_MS),
    until: after(expiresAt, AROUND_MS),
  });
  return { appeal, steps, order, bank };
}

/** The calls of the screens of an appeal's two sides. */
export function appealRoutes(bind: Bind, deps: RouteDeps): void {
  const { db, files, appeals } = deps;
  const rounds = { ...deps, answers: appeals.answers };
  const showIn = async (reader: Reader, caller: Caller, id: string) => {
    const said = await readSaid(reader, caller, id);
    const reading = { side: ownerOf(caller).role, caller, linkFile: files.linksFor(caller) };
    return { ...toDetail(said.appeal, reading.linkFile), desk: toDesk(said, reading, appeals.answers) };
  };
  const show = (caller: Caller, id: string) => showIn(db, caller, id);
  const sideOf = (caller: Caller, request: FastifyRequest): Side => ({
    role: ownerOf(caller).role,
    id: caller.id,
    actor: actorOf(caller, request),
  });

  bindList(bind, deps, appealList);
  bind(calls.getAppealTotals, async ({ caller, query }) => toListTotals(await sumAppeals(db, ownerOf(caller), query)));
  bind(calls.getAppeal, ({ caller, params }) => show(caller, params.id));
  bind(calls.confirmAppeal, async ({ caller, params, body, request }) => {
    await confirmAppeal(deps, sideOf(caller, request), params.id, undefined, groundOf(body));
    return show(caller, params.id);
  });
  bind(calls.agreeAppeal, async ({ caller, params, request }) => {
    await confirmAppeal(deps, sideOf(caller, request), params.id);
    return show(caller, params.id);
  });
  bind(calls.disagreeAppeal, async ({ caller, params, request }) => {
    await refuseAppeal(rounds, sideOf(caller, request), params.id, {});
    return show(caller, params.id);
  });
  bind(calls.declineAppeal, async ({ caller, params, body, request }) => {
    // The specification's call has no body: nothing came.
    const words = body ?? { reason: 'not_received' as const };
    await refuseAppeal(rounds, sideOf(caller, request), params.id, words);
    return show(caller, params.id);
  });
  bind(calls.escalateAppeal, async ({ caller, params, body, request }) => {
    await escalateAppeal(rounds, sideOf(caller, request), params.id, body?.comment);
    return show(caller, params.id);
  });
  bind(calls.contestAppeal, async ({ caller, params, body, request }) => {
    await contestAppeal(rounds, sideOf(caller, request), params.id, body?.comment);
    return show(caller, params.id);
  });
  bind(calls.acceptAppeal, async ({ caller, params, request }) => {
    await acceptAppeal(deps, sideOf(caller, request), params.id);
    return show(caller, params.id);
  });
  bind(calls.addAppealFile, ({ caller, params: { id }, form, request }) => {
    const key = optionalKey(request, caller.id, deps.clock());
    const once = onceIfKeyed(key, calls.addAppealFile.response, (shown: Awaited<ReturnType<typeof show>>) => shown);
    const read = async () => ({ file: (await form.read()).file, once });
    const bringing = { party: sideOf(caller, request), id, read: (tx: Reader) => showIn(tx, caller, id) };
    return bringFile(deps, bringing, { size: form.size, read });
  });
  bind(calls.openAppeal, ({ caller, params, form, request }) => {
    const key = optionalKey(request, caller.id, deps.clock());
    const once = onceIfKeyed(key, calls.openAppeal.response, (shown: Awaited<ReturnType<typeof show>>) => shown);
    const read = async () => {
      const { file, fields } = await form.read();
      return { file, once, ...fields };
    };
    const actor = actorOf(caller, request);
    const opening = { merchantId: caller.id, orderId: params.id, actor };
    return openWithReceipt(
      deps,
      { ...opening, read: (tx: Reader, id: string) => showIn(tx, caller, id) },
      { size: form.size, read },
    );
  });
  bind(calls.openAppealByClaim, ({ caller, params, body, request }) => {
    const key = optionalKey(request, caller.id, deps.clock());
    const once = onceIfKeyed(key, calls.openAppealByClaim.response, (shown: Awaited<ReturnType<typeof show>>) => shown);
    const opening = { merchantId: caller.id, orderId: params.id, actor: actorOf(caller, request) };
    return openByClaim(
      deps,
      { ...opening, read: (tx: Reader, id: string) => showIn(tx, caller, id) },
      { ...body, once },
    );
  });
}
