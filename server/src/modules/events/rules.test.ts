import { type Tag, TAGS } from '@kantor/contract/plain/tags.ts';
import {
  APPEAL_STATUSES,
  ORDER_STATUSES,
  PAYOUT_STATUSES,
  WITHDRAWAL_STATUSES,
} from '@kantor/contract/plain/statuses.ts';
import { expect, test } from 'vitest';
import { newId } from '../../kernel/ids.ts';
import { type Kind, KINDS } from '../../outbox/kinds.ts';
import { invalidationsOf, isFigure } from './rules.ts';

const at = new Date('2026-11-20T09:00:00Z');
const objectId = newId(at);

test.each(KINDS)('%s tells its owners the object by its id, and each tag once', (kind) => {
  const { owners } = invalidationsOf({ kind, objectId, at });
  expect(owners[0]).toMatchObject({ id: objectId });
  expect(owners.slice(1).every(({ id }) => id === undefined)).toBe(true);
  const tags = owners.map(({ tag }) => tag);
  expect(new Set(tags).size).toBe(tags.length);
});

/** Whose screens are asked for again, by the first word of a kind. */
const TAG_OF: Record<string, Tag> = {
  order: 'Order',
  appeal: 'Appeal',
  payout: 'Payment',
  withdrawal: 'Withdraw',
  wallet: 'Wallet',
  notification: 'Notification',
  ping: 'Ping',
  cabinet: 'Cabinet',
  requisite: 'Requisite',
  deposit: 'Transaction',
  rate: 'Rates',
  webhook: 'Webhook',
  user: 'User',
  verification: 'Platform',
  correction: 'Proposal',
  // A rate that only waits is nobody's rate yet.
  'rate.proposed': 'Platform',
  radar: 'PlatformRadar',
  batch: 'Batch',
  test: 'TestMode',
  report: 'Webhook',
};

test.each(KINDS)('%s makes stale what shows its object', (kind) => {
  const [word = ''] = kind.split('.');
  expect(invalidationsOf({ kind, objectId, at }).owners[0]?.tag).toBe(TAG_OF[kind] ?? TAG_OF[word]);
});

test('every tag has a kind of event', () => {
  const tags = new Set(KINDS.flatMap((kind) => invalidationsOf({ kind, objectId, at }).owners.map(({ tag }) => tag)));
  expect([...tags].toSorted()).toEqual([...TAGS].toSorted());
});

test('every status that an object may enter is a kind', () => {
  const entered = (object: string, statuses: readonly string[]) =>
    statuses.map((status) => `${object}.${status.toLowerCase()}`);
  const kinds = [
    ...entered('order', ORDER_STATUSES),
    ...entered('appeal', APPEAL_STATUSES),
    ...entered('payout', PAYOUT_STATUSES),
    ...entered('withdrawal', WITHDRAWAL_STATUSES),
  ];
  expect(kinds.filter((kind) => !KINDS.some((known) => known === kind))).toEqual([]);
});

test('other traders hear, without an id, of a payout that joins or leaves the open ones, and of nothing else', () => {
  const kinds = KINDS.filter((kind) => invalidationsOf({ kind, objectId, at }).payoutTraders.length > 0);
  expect(kinds).toEqual(['payout.open', 'payout.in_work', 'payout.cancelled']);
  for (const kind of kinds) expect(invalidationsOf({ kind, objectId, at }).payoutTraders).toEqual([{ tag: 'Payment' }]);
});

test("the platform's people are told each thing that waits for their hand, and no order, message or ping", () => {
  const told = KINDS.flatMap((kind) => {
    const { platform } = invalidationsOf({ kind, objectId, at });
    expect(platform.every(({ id }) => id === objectId)).toBe(true);
    return platform.map(({ tag }) => tag);
  });
  expect(new Set(told)).toEqual(new Set(['Appeal', 'Payment', 'Withdraw', 'Wallet', 'Transaction']));
});

// Screens that show something of an object of another kind.
test.each<[Tag, string, Kind[]]>([
  [
    'Dashboard',
    'a balance, the orders in work, whether traffic may be switched on',
    [
      ...(['active', 'closed', 'expired', 'appeal', 'declined', 'reversed'] as const).map(
        (status) => `order.${status}` as const,
      ),
      ...([
        'payout.open',
        'payout.done',
        'payout.settled',
        'payout.cancelled',
        'withdrawal.open',
        'withdrawal.closed',
      ] as const),
      ...(['withdrawal.rejected', 'withdrawal.cancelled'] as const),
      ...(['deposit.credited', 'cabinet.changed', 'cabinet.silent', 'requisite.changed', 'user.changed'] as const),
    ],
  ],
  [
    'History',
    "each entry on a merchant's available balance",
    [
      ...(['order.closed', 'order.reversed', 'user.changed'] as const),
      ...(['payout.open', 'payout.cancelled', 'withdrawal.open'] as const),
      ...(['withdrawal.rejected', 'withdrawal.cancelled'] as const),
    ],
  ],
  [
    'Requisite',
    'its counters of orders, and the cabinet that it works in',
    [
      ...(['order.active', 'order.closed', 'order.expired', 'order.appeal', 'order.declined'] as const),
      ...(['cabinet.changed', 'cabinet.silent'] as const),
    ],
  ],
  ['Cabinet', 'the requisites that it has', ['requisite.changed']],
])('%s shows %s, and nothing else of other objects', (tag, _what, kinds) => {
  const stale = KINDS.filter((kind) =>
    invalidationsOf({ kind, objectId, at })
      .owners.slice(1)
      .some((change) => change.tag === tag),
  );
  expect(stale.toSorted()).toEqual(kinds.toSorted());
});

test('only an order that was made at that moment is new', () => {
  const created = (kind: string, when: Date) => invalidationsOf({ kind, objectId, at: when }).owners[0]?.created;
  expect(created('order.active', at)).toBe(1);
  expect(created('order.active', new Date(at.getTime() + 1))).toBeUndefined();
  expect(created('order.closed', at)).toBeUndefined();
});

test('figures of the platform change with all that happens but a ping, a note at an order, a payer’s claim, a file of payouts, the test world, a day’s report, and a message that was read', () => {
  expect(KINDS.filter((kind) => !isFigure({ kind }))).toEqual([
    'report.day',
    'order.message',
    'order.claimed',
    'batch.changed',
    'batch.waiting',
    'notification.changed',
    'ping.new',
    'test.changed',
  ]);
});
