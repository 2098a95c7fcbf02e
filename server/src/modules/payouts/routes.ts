import * as calls from '@kantor/contract/wire/payouts.ts';
import { ownerAtWork } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { toListTotals } from '../../http/page.ts';
import { toShopData } from '../../http/shop-data.ts';
import { ownerOf } from '../../kernel/owner.ts';
import type { Files } from '../files/index.ts';
import { onceIfKeyed, optionalKey } from '../idempotency/index.ts';
import { payoutList } from './lists.ts';
import * as payouts from './service/payout.ts';
import { contestPayout } from './service/settling.ts';
import { confirmPayout, freePayout, takePayout, uploadPhoto } from './service/work.ts';
import { toDetail } from './wire.ts';

export function payoutRoutes(bind: Bind, deps: payouts.Deps & { files: Files }): void {
  const { files } = deps;
  const answerTo = (caller: Caller) => {
    const linkFile = files.linksFor(caller);
    const isMerchant = caller.role === 'merchant';
    return (view: payouts.PayoutView) => ({
      ...toDetail(view, linkFile),
      ...(isMerchant ? toShopData(view.payout) : {}),
    });
  };

  bindList(bind, deps, payoutList);
  bind(calls.getPayoutTotals, async ({ caller, query }) =>
    toListTotals(await payouts.sumPayouts(deps, ownerOf(caller), query)),
  );
  bind(calls.getPayout, async ({ caller, params, request }) =>
    answerTo(caller)(await payouts.getPayout(deps, ownerAtWork(caller, request), params.id)),
  );
  bind(calls.createPayout, ({ caller, body, request }) => {
    const { is_sbp: isSbp, bank_account: bankAccount, recipient_bank: recipientBank = null, ...rest } = body;
    const key = optionalKey(request, caller.id, deps.clock());
    const once = onceIfKeyed(key, calls.createPayout.response, answerTo(caller));
    return payouts.createPayout(
      deps,
      ownerAtWork(caller, request),
      { ...rest, isSbp, bankAccount, recipientBank, externalId: null },
      once,
    );
  });
  bind(calls.cancelPayout, async ({ caller, params, request }) =>
    answerTo(caller)(await payouts.cancelPayout(deps, ownerAtWork(caller, request), params.id)),
  );
  bind(calls.takePayout, async ({ caller, params, request }) =>
    answerTo(caller)(await takePayout(deps, ownerAtWork(caller, request), params.id)),
  );
  bind(calls.freePayout, async ({ caller, params, request }) =>
    answerTo(caller)(await freePayout(deps, ownerAtWork(caller, request), params.id)),
  );
  bind(calls.confirmPayout, async ({ caller, params, request }) =>
    answerTo(caller)(await confirmPayout(deps, ownerAtWork(caller, request), params.id)),
  );
  bind(calls.uploadPayoutPhoto, async ({ caller, params, form, request }) =>
    answerTo(caller)(await uploadPhoto(deps, ownerAtWork(caller, request), params.id, form)),
  );
  bind(calls.contestPayout, async ({ caller, params, body, request }) =>
    answerTo(caller)(await contestPayout(deps, ownerAtWork(caller, request), params.id, body.reason)),
  );
}
