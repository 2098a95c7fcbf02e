import * as calls from '@kantor/contract/wire/platform/work.ts';
import type { Database } from '../../db/pool.ts';
import type { Reader } from '../../db/tx.ts';
import type { Bind } from '../../http/endpoint.ts';
import type { Clock } from '../../kernel/clock.ts';
import { DOTTED } from '../../kernel/mask.ts';
import { bindObjects, listObjects, toAccount, withBesides } from '../inspection/index.ts';
import { type OwnedNotification, readAnyNotification } from './store/notifications.ts';
import { notificationObjects } from './store/platform.ts';
import { toNotification, toNotificationDetail } from './wire.ts';

interface Deps {
  db: Database;
  clock: Clock;
  /** The applications of banks whose messages are read no more. */
  readUnreadApplications: (db: Reader, at: Date) => Promise<string[]>;
}

/** The messages of banks to all traders, for those who run the platform. */
export const platformNotificationRoutes = (bind: Bind, { readUnreadApplications, ...deps }: Deps): void =>
  bindObjects(bind, deps, {
    calls: {
      list: calls.listPlatformNotifications,
      get: calls.getPlatformNotification,
      reveal: calls.revealPlatformNotification,
    },
    kind: 'notification',
    list: async (db, request, at) => {
      const unread = request.status === 'unread_application' ? await readUnreadApplications(db, at) : [];
      return listObjects<OwnedNotification>(db, notificationObjects(unread, at), request);
    },
    find: readAnyNotification,
    accountsOf: ({ traderId }: Pick<OwnedNotification, 'traderId'>) => [traderId],
    toItem: (row, names) => ({
      ...toNotification(row),
      phone: DOTTED.number(row.phone),
      text: DOTTED.text(row.text),
      account: toAccount(names, row.traderId),
    }),
    toDetail: (found, { besides, names, sight }) => ({
      ...toNotificationDetail(found),
      phone: sight.number(found.phone),
      text: sight.text(found.text),
      plain_request: sight.text(found.plainRequest),
      account: toAccount(names, found.traderId),
      ...withBesides(besides, sight),
    }),
  });
