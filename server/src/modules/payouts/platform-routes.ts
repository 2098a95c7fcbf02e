import { SCALE } from '@kantor/contract/plain/money.ts';
import type { PayoutSettlement } from '@kantor/contract/plain/statuses.ts';
import * as calls from '@kantor/contract/wire/platform/exchange.ts';
import type { Database } from '../../db/pool.ts';
import type { Reader } from '../../db/tx.ts';
import type { Bind } from '../../http/endpoint.ts';
import { toShopDataSeen } from '../../http/shop-data.ts';
import type { FileColumn } from '../../http/table-file.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Files } from '../files/index.ts';
import { bindObjects, type ItemOf, listObjects, type Names, toAccount, withBesides } from '../inspection/index.ts';
import { type Payout, readAnyPayout } from './store/payout.ts';
import { payoutObjects } from './store/platform.ts';
import { readTakes } from './store/takes.ts';
import { toDetail, toRow } from './wire.ts';

const ownersOf = (names: Names, { merchantId, traderId, externalId }: Payout) => ({
  merchant: toAccount(names, merchantId),
  trader: traderId === null ? null : toAccount(names, traderId),
  external_id: externalId,
});

const SETTLEMENT_TEXT: Record<PayoutSettlement, string> = {
  contestable: 'Можно оспорить',
  contested: 'Оспорена',
  settled: 'Зачтена',
  returned: 'Возвращена',
};

const FILE_COLUMNS: readonly FileColumn<ItemOf<typeof calls.listPlatformPayouts>>[] = [
  { head: 'ID', text: ({ id }) => id },
  { head: 'Номер магазина', text: (payout) => payout.external_id },
  { head: 'Магазин', text: ({ merchant }) => merchant.name },
  { head: 'Трейдер', text: ({ trader }) => trader && trader.name },
  { head: 'СБП', text: (payout) => (payout.is_sbp ? 'да' : 'нет') },
  { head: 'Сумма, ₽', amount: ({ amount }) => amount, scale: SCALE.rub, isSummed: true },
  { head: 'Сумма, USDT', amount: (payout) => payout.amount_in_usdt, scale: SCALE.usdt, isSummed: true },
  { head: 'Создана', moment: (payout) => payout.created_at },
  { head: 'Закрыта', moment: (payout) => payout.done_datetime },
  { head: 'Статус', text: (payout) => payout.human_status },
  { head: 'Расчёт', text: ({ settlement }) => settlement && SETTLEMENT_TEXT[settlement] },
];

const NO_ACTIONS = { canTake: false, canFree: false, canFinish: false, canContest: false };

/** A payout's page shows who took it so many times at most. */
const MAX_TAKES = 100;

async function find(db: Reader, id: string) {
  const payout = await readAnyPayout(db, id);
  return payout && { ...payout, takes: await readTakes(db, { payoutId: id }, MAX_TAKES) };
}

/** The payouts of all accounts, for those who run the platform. */
export const platformPayoutRoutes = (
  bind: Bind,
  { files, ...deps }: { db: Database; clock: Clock; files: Files },
): void =>
  bindObjects(bind, deps, {
    calls: { list: calls.listPlatformPayouts, get: calls.getPlatformPayout, reveal: calls.revealPlatformPayout },
    kind: 'payout',
    list: (db, request, at) => listObjects<Payout>(db, payoutObjects(at), request),
    find,
    accountsOf: ({ merchantId, traderId }: Payout) => [merchantId, traderId],
    causesOf: ({ id }) => [id],
    toItem: (payout, names) => ({ ...toRow(payout), ...ownersOf(names, payout) }),
    file: { call: calls.exportPlatformPayouts, name: 'payouts', columns: FILE_COLUMNS },
    // As its merchant sees it.
    toDetail: (payout, { besides, names, sight, caller }) => ({
      ...toDetail({ payout, actions: NO_ACTIONS, showsReceiver: true, takeRefusal: null }, files.linksFor(caller)),
      phone: sight.number(payout.phone),
      bank_account: sight.number(payout.bankAccount),
      contest_reason: sight.typed(payout.contestReason),
      decision_reason: sight.typed(payout.decisionReason),
      contested_at: payout.contestedAt,
      settled_at: payout.settledAt,
      takes: payout.takes.map(({ trader, takenAt, endedAt, outcome }) => ({
        trader,
        taken_at: takenAt,
        ended_at: endedAt,
        outcome,
      })),
      ...toShopDataSeen(payout, sight),
      ...ownersOf(names, payout),
      ...withBesides(besides, sight),
    }),
  });
