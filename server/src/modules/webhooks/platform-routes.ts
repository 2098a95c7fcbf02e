import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { bindObjects, listObjects, toAccount, withBesides } from '../inspection/index.ts';
import { type OwnedRow, readAnyDelivery } from './store/deliveries.ts';
import { webhookObjects } from './store/platform.ts';
import { toDetail, toRow } from './wire.ts';

/** The webhooks of all merchants, for those who run the platform. */
export const platformWebhookRoutes = (bind: Bind, deps: { db: Database; clock: Clock }): void =>
  bindObjects(bind, deps, {
    calls: {
      list: calls.listPlatformWebhooks,
      get: calls.getPlatformWebhook,
      reveal: calls.revealPlatformWebhook,
    },
    kind: 'webhook',
    list: (db, request) => listObjects<OwnedRow>(db, webhookObjects, request),
    find: readAnyDelivery,
    accountsOf: ({ merchantId }: OwnedRow) => [merchantId],
    toItem: (row, names) => ({ ...toRow(row), account: toAccount(names, row.merchantId) }),
    toDetail: (found, { besides, names, sight }) => ({
      ...toDetail(found),
      body: sight.text(found.body),
      account: toAccount(names, found.merchantId),
      ...withBesides(besides, sight),
    }),
  });
