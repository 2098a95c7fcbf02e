import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindObjects, bindTotals, type PlatformDeps, toAccount, withBesides } from '../inspection/index.ts';
import { platformWebhookList } from './lists.ts';
import { webhookObjects } from './store/platform.ts';
import { type OwnedRow, readAnyDelivery } from './store/deliveries.ts';
import { toDetail } from './wire.ts';

/** The webhooks of all merchants, for those who run the platform. */
export const platformWebhookRoutes = (bind: Bind, deps: PlatformDeps): void => {
  bindTotals(bind, deps, calls.getPlatformWebhookTotals, () => webhookObjects);
  bindObjects(bind, deps, {
    list: platformWebhookList,
    calls: {
      get: calls.getPlatformWebhook,
      reveal: calls.revealPlatformWebhook,
    },
    kind: 'webhook',
    find: readAnyDelivery,
    accountsOf: ({ merchantId }: OwnedRow) => [merchantId],
    toDetail: (found, { besides, names, sight }) => ({
      ...toDetail(found),
      body: sight.text(found.body),
      account: toAccount(names, found.merchantId),
      ...withBesides(besides, sight),
    }),
  });
};
