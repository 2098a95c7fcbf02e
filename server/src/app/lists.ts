import { apiRequestList } from '../modules/api-requests/index.ts';
import { appealList, platformAppealList } from '../modules/appeals/index.ts';
import { journalList, platformJournalList } from '../modules/audit/index.ts';
import { operationList } from '../modules/balance/index.ts';
import { revenueList, statementList } from '../modules/statements/index.ts';
import { cabinetList, platformCabinetList } from '../modules/cabinets/index.ts';
import { depositList, pendingDepositList, platformDepositList } from '../modules/chain/index.ts';
import { notificationList, pingList, platformNotificationList } from '../modules/devices/index.ts';
import { balanceBankList, messageToSortList } from '../modules/matching/index.ts';
import { apiKeyList } from '../modules/merchant-api/index.ts';
import { orderList, platformOrderList } from '../modules/orders/index.ts';
import { batchList, batchRowList } from '../modules/payout-batches/index.ts';
import { payoutList, platformPayoutList } from '../modules/payouts/index.ts';
import { accountEntryList, accountList, holdList, readUnreadApplications } from '../modules/platform/index.ts';
import { radarList } from '../modules/radar/index.ts';
import { platformRequisiteList, requisiteList, requisiteVersionList } from '../modules/requisites/index.ts';
import { platformWebhookList, webhookList } from '../modules/webhooks/index.ts';
import {
  platformWithdrawalList,
  traderWalletList,
  traderWithdrawalList,
  walletList,
  withdrawalList,
} from '../modules/withdrawals/index.ts';
import type { AnyList } from '../http/list.ts';

/** Every list that is taken away as a file. */
export const LISTS: readonly AnyList[] = [
  accountEntryList,
  accountList,
  apiKeyList,
  apiRequestList,
  appealList,
  balanceBankList,
  batchList,
  batchRowList,
  cabinetList,
  depositList,
  holdList,
  journalList,
  messageToSortList,
  notificationList,
  operationList,
  orderList,
  payoutList,
  pendingDepositList,
  pingList,
  platformAppealList,
  platformCabinetList,
  platformDepositList,
  platformJournalList,
  platformNotificationList(readUnreadApplications),
  platformOrderList,
  platformPayoutList,
  platformRequisiteList,
  platformWebhookList,
  platformWithdrawalList,
  radarList,
  requisiteList,
  requisiteVersionList,
  revenueList,
  statementList,
  traderWalletList,
  traderWithdrawalList,
  walletList,
  webhookList,
  withdrawalList,
];
