import type { Client } from '@kantor/contract/client.ts';
import * as platform from '@kantor/contract/plain/platform-routes.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import * as batches from '@kantor/contract/plain/batch-routes.ts';
import { getMerchantPayout, getMerchantWithdrawal, payTestOrder } from '@kantor/contract/plain/merchant-routes.ts';
import { getCabinet, getNotification } from '@kantor/contract/plain/cabinet-routes.ts';
import {
  getDeposit,
  getTraderWithdrawal,
  getWithdrawal,
  removeTraderWallet,
  removeWallet,
} from '@kantor/contract/plain/funds-routes.ts';
import { getAppeal, getOrder, revokeApiKey, type Route } from '@kantor/contract/plain/routes.ts';
import { getPayout } from '@kantor/contract/plain/payout-routes.ts';
import { getRequisite } from '@kantor/contract/plain/requisite-routes.ts';
import { getWebhook } from '@kantor/contract/plain/webhook-routes.ts';
import {
  endSignIn,
  removeAlertChannel,
  revokeInvitation,
  setMemberRole,
} from '@kantor/contract/plain/account-routes.ts';
import { happenToTestAppeal, happenToTestOrder, happenToTestPayout } from '@kantor/contract/plain/test-routes.ts';
import { createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { getExport } from '@kantor/contract/plain/export-routes.ts';
import { listApiKeys } from '@kantor/contract/wire/api-keys.ts';
import { createInvitation } from '@kantor/contract/wire/members.ts';
import { getAct, getPlatformAct } from '@kantor/contract/plain/statement-routes.ts';
import { listNotifications } from '@kantor/contract/wire/devices.ts';
import * as reconciliations from '@kantor/contract/plain/reconciliation-routes.ts';
import { makeReconciliation } from '@kantor/contract/wire/reconciliations.ts';
import { uploadBatch } from '@kantor/contract/wire/batches.ts';
import { takePayout } from '@kantor/contract/wire/payouts.ts';
import { changeWebhookEndpoint } from '@kantor/contract/plain/webhook-routes.ts';
import { listWebhooks, updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import {
  createTraderWallet,
  createTraderWithdrawal,
  createWallet,
  createWithdrawal,
} from '@kantor/contract/wire/withdrawals.ts';
import { sql } from 'kysely';
import { singleStatement, transaction } from '../../src/db/tx.ts';
import { newId } from '../../src/kernel/ids.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import { openAppeal } from '../../src/modules/appeals/index.ts';
import { creditDeposits } from '../../src/modules/chain/index.ts';
import { receiveMessage } from '../../src/modules/matching/index.ts';
import { countFigures } from '../../src/modules/radar/store/figures.ts';
import type { Database } from '../../src/db/pool.ts';
import type { Turns } from '../../src/db/turns.ts';
import type { Clock } from '../../src/kernel/clock.ts';
import { createActs, createFile, OF_MERCHANT } from './acts.ts';
import { createTestObjects } from './test-world.ts';

const ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** The kind of object that a call is about: the first part of its address, of the platform's calls and of endpoints the first two. */
export const kindOf = ({ path }: Pick<Route, 'path'>) =>
  /^\/((?:platform\/|webhooks\/(?=endpoints\/))?[^/]*)/.exec(path)?.[1] ?? '';

/** The marketplace, whichever way it runs. */
interface Place {
  db: Database;
  clock: Clock;
  turns: Turns;
  createCabinet: (traderId: string) => Promise<string>;
  createRequisite: (traderId: string, changes: { cabinetId: string }) => Promise<string>;
  fund: (ownerId: string, usdt: string) => Promise<unknown>;
  /** Makes webhooks of all that has happened. */
  fanOut: () => Promise<unknown>;
}

interface Owner extends Client {
  id: string;
  personId: string;
}

interface Shop extends Owner {
  api: Client;
  order: (amount: string) => Promise<{ id: string }>;
}

/** An object of each kind that has ids, by its kind: the trader's and the merchant's. */
export async function createObjects(kantor: Place, trader: Owner, merchant: Shop): Promise<Record<string, string>> {
  const [now, traderId] = [kantor.clock(), trader.id];
  const cabinet = await kantor.createCabinet(traderId);
  const requisite = await kantor.createRequisite(traderId, { cabinetId: cabinet });
  const deposit = newId(now);
  const transfer = { txHash: '', logIndex: 0, amount: 1n, blockNumber: 1n, rawData: '' };
  await transaction(kantor.db, (tx) =>
    creditDeposits(tx, [{ id: deposit, traderId, createdAt: now, ...transfer }], now),
  );
  const message = { messageId: '1', phone: '', application: '', text: '', plainRequest: '', heardAt: now };
  await receiveMessage(kantor, { id: cabinet, traderId }, message);
  const order = (await merchant.order('100')).id;
  const appeal = await openAppeal(kantor, { merchantId: merchant.id, orderId: order, amount: 1n });
  await kantor.fund(merchant.id, '100');
  await merchant.call(updateWebhookEndpoint, { body: { url: 'https://shop.example/', is_active: true } });
  const recipient = { method: 'sbp', fio: 'Имя', phone: '+79995554433' } as const;
  const payout = await merchant.api.call(createMerchantPayout, {
    body: { amount: 10, external_id: '1', ...recipient },
  });
  await trader.call(takePayout, { params: { id: payout.id } });
  const file = new File(['Сумма;ФИО;Телефон\n100;Имя;+79995554433'], 'выплаты.csv');
  const batch = await merchant.call(uploadBatch, { file });
  const columns = JSON.stringify({ key: 0, amount: 1, fee: null, state: null, date: null, tail: null });
  const reconciliation = await merchant.call(makeReconciliation, {
    body: { kind: 'orders', columns, from: '2026-11-01', to: '2026-11-01' },
    file: new File(['Номер;Сумма\n1;100'], 'заказы.csv'),
  });
  const statement = newId(now);
  await sql`
    insert into reconciliation (id, account_id, kind, file_name, made_by, made_at, tolerance, fee_tolerance, only_paid, day_from, day_to,
      period_source, rows)
    values (${statement}, ${PLATFORM_ACCOUNT}, 'wallet', 'кошелёк.csv', ${merchant.personId}, ${now}, 0, 0, false, '2026-11-01',
      '2026-11-01', 'given', 1)`.execute(kantor.db);
  const wallet = await merchant.call(createWallet, { body: { wallet_to_withdraw: ADDRESS } });
  const request = { amount_in_usdt: 1, wallet_id: wallet.id };
  const withdrawal = await merchant.call(createWithdrawal, { body: request });
  const tradersWallet = await trader.call(createTraderWallet, { body: { wallet_to_withdraw: ADDRESS } });
  const tradersWithdrawal = await trader.call(createTraderWithdrawal, {
    body: { amount_in_usdt: 1, wallet_id: tradersWallet.id },
  });
  await kantor.fanOut();
  await singleStatement(kantor.db, (statement) => countFigures(statement, { id: merchant.id, role: 'merchant' }, now));
  const notification = (await trader.call(listNotifications)).results[0]?.id;
  const webhook = (await merchant.call(listWebhooks)).results[0]?.id;
  const invitation = (await trader.call(createInvitation, { body: { role: 'shift' } })).id;
  const [act, merchantsAct] = await createActs(trader, merchant);
  const exported = await createFile(merchant.api);
  const inTest = await createTestObjects(kantor.db, merchant.id, now);
  const kinds: [Pick<Route, 'path'>, string | undefined][] = [
    [platform.getPlatformOrder, order],
    [platform.getPlatformPayout, payout.id],
    [platform.getPlatformWithdrawal, withdrawal.id],
    [platform.getPlatformAppeal, appeal],
    [platform.getPlatformRequisite, requisite],
    [platform.getPlatformCabinet, cabinet],
    [platform.getPlatformNotification, notification],
    [platform.getPlatformDeposit, deposit],
    [platform.getPlatformWebhook, webhook],
    [getCabinet, cabinet],
    [getRequisite, requisite],
    [getDeposit, deposit],
    [getNotification, notification],
    [getOrder, order],
    [actions.allowWallet.carryOut, wallet.id],
    [actions.setFees.carryOut, merchant.id],
    [actions.acknowledgeFigure.carryOut, merchant.id],
    [actions.acceptProposal.carryOut, newId(now)],
    [actions.setPassword.carryOut, trader.personId],
    // The platform's own people are none of a trader's or a merchant's.
    [actions.setStaffPassword.carryOut, newId(now)],
    [actions.revokeInvitation.carryOut, invitation],
    [getAppeal, appeal],
    [getPayout, payout.id],
    [batches.getBatch, batch.id],
    [reconciliations.getReconciliation, reconciliation.id],
    [reconciliations.getPlatformReconciliation, statement],
    [getMerchantPayout, payout.id],
    [getWithdrawal, withdrawal.id],
    [getTraderWithdrawal, tradersWithdrawal.id],
    [removeWallet, wallet.id],
    [removeTraderWallet, tradersWallet.id],
    [getMerchantWithdrawal, withdrawal.id],
    [revokeApiKey, (await merchant.call(listApiKeys)).results[0]?.id],
    // A sign-in or a passkey: they are a person's, not an account's.
    [endSignIn, newId(now)],
    [removeAlertChannel, newId(now)],
    [setMemberRole, trader.personId],
    [revokeInvitation, invitation],
    [getWebhook, webhook],
    // Only a test key finds anything there.
    [payTestOrder, newId(now)],
    [happenToTestOrder, inTest.order],
    [happenToTestPayout, inTest.payout],
    [happenToTestAppeal, inTest.appeal],
    [changeWebhookEndpoint, merchant.id],
    [getExport, exported],
    [getAct, act],
    [{ path: `/acts${OF_MERCHANT}` }, merchantsAct],
    [getPlatformAct, act],
  ];
  return Object.fromEntries(kinds.map(([route, id = '']) => [kindOf(route), id]));
}
