import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Reader } from '../../db/tx.ts';
import type { Bind } from '../../http/endpoint.ts';
import { after } from '../../kernel/clock.ts';
import type { Sight } from '../../kernel/mask.ts';
import { type MessageAround, readMessagesAround } from '../devices/index.ts';
import type { Files } from '../files/index.ts';
import { bindObjects, bindTotals, type PlatformDeps, withBesides } from '../inspection/index.ts';
import { readAnyOrder, toAnyOrder } from '../orders/index.ts';
import { toDesk, withChain } from './desk.ts';
import { ownersOf, platformAppealList } from './lists.ts';
import { AROUND_MS } from './routes.ts';
import type { AppealTerms } from './rules.ts';
import { readStepsOf } from './store/steps.ts';
import { appealObjects, type AppealOwners, readAnyAppeal, readAppealsOf } from './store/appeal.ts';
import { toDetail, toRow } from './wire.ts';

const toMessage = (message: MessageAround, isInChain: boolean | null, sight: Sight) => ({
  id: message.id,
  heard_at: message.heardAt,
  device_name: message.deviceName,
  bank: message.bank,
  amount: message.amount,
  balance: message.balance,
  is_in_chain: isInChain,
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
  const steps = await readStepsOf(db, id);
  return { ...appeal, order, messages, hasMore, steps, all: await readAppealsOf(db, order.id) };
}

/** The appeals of all accounts, for those who run the platform. */
export const platformAppealRoutes = (
  bind: Bind,
  { files, appeals, ...deps }: PlatformDeps & { files: Files; appeals: AppealTerms },
): void => {
  bindTotals(bind, deps, calls.getPlatformAppealTotals, () => appealObjects);
  bindObjects(bind, deps, {
    list: platformAppealList,
    calls: { get: calls.getPlatformAppeal, reveal: calls.revealPlatformAppeal },
    kind: 'appeal',
    find,
    accountsOf: ({ merchantId, traderId }: AppealOwners) => [merchantId, traderId],
    causesOf: ({ order, all }) => [order.id, ...all.map(({ id }) => id)],
    toDetail: ({ order, messages, hasMore, steps, all, ...appeal }, { besides, names, sight, caller }) => ({
      ...toDetail(appeal, files.linksFor(caller)),
      desk: toDesk(
        { appeal, steps, order },
        { side: 'operator', caller, linkFile: files.linksFor(caller), sight },
        appeals.answers,
      ),
      ...ownersOf(names, appeal),
      paid: appeal.paid,
      order_detail: toAnyOrder(order, names, sight),
      appeals: all.map((each) => ({ ...toRow(each), paid: each.paid })),
      messages: withChain(messages).map(([message, isInChain]) => toMessage(message, isInChain, sight)),
      has_more_messages: hasMore,
      ...withBesides(besides, sight),
    }),
  });
};
