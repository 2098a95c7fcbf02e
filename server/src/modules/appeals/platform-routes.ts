import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Database } from '../../db/pool.ts';
import type { Reader } from '../../db/tx.ts';
import type { Bind } from '../../http/endpoint.ts';
import { after, type Clock, HOUR } from '../../kernel/clock.ts';
import type { Sight } from '../../kernel/mask.ts';
import { type MessageAround, readMessagesAround } from '../devices/index.ts';
import type { Files } from '../files/index.ts';
import { bindObjects, listObjects, type Names, toAccount, withBesides } from '../inspection/index.ts';
import { readAnyOrder, toAnyOrder } from '../orders/index.ts';
import { appealObjects, type AppealOwners, type OwnedAppealRow, readAnyAppeal, readAppealsOf } from './store.ts';
import { toDetail, toRow } from './wire.ts';

/** What a bank said so long before an order, and after its end, may be about it. */
const AROUND_MS = 2 * HOUR;

const ownersOf = (names: Names, { merchantId, traderId }: AppealOwners) => ({
  merchant: toAccount(names, merchantId),
  trader: toAccount(names, traderId),
});

const toMessage = (message: MessageAround, sight: Sight) => ({
  id: message.id,
  heard_at: message.heardAt,
  device_name: message.deviceName,
  bank: message.bank,
  amount: message.amount,
  balance: message.balance,
  sender: sight.typed(message.sender),
  tail: message.tail,
  text: sight.text(message.text),
  outcome: message.outcome,
  reason: message.reason,
  order_id: message.orderId,
  candidates: message.candidates,
});

/** All that whoever decides on an appeal has to see. */
async function find(db: Reader, id: string) {
  const appeal = await readAnyAppeal(db, id);
  const order = appeal && (await readAnyOrder(db, appeal.orderId));
  if (appeal === undefined || order === undefined) return undefined;
  const { messages, hasMore } = await readMessagesAround(db, {
    orderId: order.id,
    traderId: order.traderId,
    requisiteId: order.requisiteId,
    since: after(order.createdAt, -AROUND_MS),
    until: after(order.expiresAt, AROUND_MS),
  });
  return { ...appeal, order, messages, hasMore, all: await readAppealsOf(db, order.id) };
}

/** The appeals of all accounts, for those who run the platform. */
export const platformAppealRoutes = (
  bind: Bind,
  { files, ...deps }: { db: Database; clock: Clock; files: Files },
): void =>
  bindObjects(bind, deps, {
    calls: { list: calls.listPlatformAppeals, get: calls.getPlatformAppeal, reveal: calls.revealPlatformAppeal },
    kind: 'appeal',
    list: (db, request) => listObjects<OwnedAppealRow>(db, appealObjects, request),
    find,
    accountsOf: ({ merchantId, traderId }: AppealOwners) => [merchantId, traderId],
    causesOf: ({ order, all }) => [order.id, ...all.map(({ id }) => id)],
    toItem: (row, names) => ({ ...toRow(row), ...ownersOf(names, row) }),
    toDetail: ({ order, messages, hasMore, all, ...appeal }, { besides, names, sight, caller }) => ({
      ...toDetail(appeal, files.linksFor(caller)),
      ...ownersOf(names, appeal),
      paid: appeal.paid,
      order_detail: toAnyOrder(order, names, sight),
      appeals: all.map((each) => ({ ...toRow(each), paid: each.paid })),
      messages: messages.map((message) => toMessage(message, sight)),
      has_more_messages: hasMore,
      ...withBesides(besides, sight),
    }),
  });
