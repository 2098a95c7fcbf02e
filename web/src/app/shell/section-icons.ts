import type { SectionName } from '@/session/sections';
import * as icons from '@/shared/ui/icons';

export const SECTION_ICONS: Record<SectionName, typeof icons.BalanceIcon> = {
  balance: icons.BalanceIcon,
  appeals: icons.AppealsIcon,
  withdrawals: icons.WithdrawalsIcon,
  usdtWithdrawals: icons.WithdrawalsIcon,
  payouts: icons.PayoutsIcon,
  orders: icons.OrdersIcon,
  operations: icons.OperationsIcon,
  wallets: icons.WalletsIcon,
  cabinets: icons.CabinetsIcon,
  requisites: icons.RequisitesIcon,
  deposits: icons.DepositsIcon,
  notifications: icons.NotificationsIcon,
  pings: icons.PingsIcon,
  webhooks: icons.WebhooksIcon,
  overview: icons.OrdersIcon,
  state: icons.PingsIcon,
  liquidity: icons.BalanceIcon,
  platformOrders: icons.OrdersIcon,
  withdrawalDesk: icons.WithdrawalsIcon,
};
