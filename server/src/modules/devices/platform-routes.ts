import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindObjects, bindTotals, type PlatformDeps, toAccount, withBesides } from '../inspection/index.ts';
import { platformNotificationList, readObjects, type ReadUnreadApplications } from './lists.ts';
import { type OwnedNotification, readAnyNotification } from './store/notifications.ts';
import { toNotificationDetail } from './wire.ts';

interface Deps extends PlatformDeps {
  readUnreadApplications: ReadUnreadApplications;
}

/** The messages of banks to all traders, for those who run the platform. */
export const platformNotificationRoutes = (bind: Bind, { readUnreadApplications, ...deps }: Deps): void => {
  bindTotals(bind, deps, calls.getPlatformNotificationTotals, (at, status) =>
    readObjects(deps.reads.current, readUnreadApplications, at, status),
  );
  bindObjects(bind, deps, {
    list: platformNotificationList(readUnreadApplications),
    calls: {
      get: calls.getPlatformNotification,
      reveal: calls.revealPlatformNotification,
    },
    kind: 'notification',
    find: readAnyNotification,
    accountsOf: ({ traderId }: Pick<OwnedNotification, 'traderId'>) => [traderId],
    toDetail: (found, { besides, names, sight }) => ({
      ...toNotificationDetail(found),
      phone: sight.number(found.phone),
      text: sight.text(found.text),
      plain_request: sight.text(found.plainRequest),
      account: toAccount(names, found.traderId),
      ...withBesides(besides, sight),
    }),
  });
};
