import { useGetMerchantDashboardQuery, useGetTraderDashboardQuery } from '@/api/balance';
import {
  getTraderWallets,
  getWallets,
  useCreateTraderWalletMutation,
  useCreateWalletMutation,
  useRemoveTraderWalletMutation,
  useRemoveWalletMutation,
} from '@/api/wallets';
import {
  getTraderWithdrawal,
  getTraderWithdrawals,
  getWithdrawal,
  getWithdrawals,
  useCancelTraderWithdrawalMutation,
  useCancelWithdrawalMutation,
  useCreateTraderWithdrawalMutation,
  useCreateWithdrawalMutation,
} from '@/api/withdrawals';
import { paths } from '@/shared/lib/paths';

// Merchants and traders withdraw alike, by calls and at addresses of their own.

export const MERCHANT = {
  name: 'withdrawals',
  rights: { withdraw: 'withdrawals.make', wallets: 'wallets.edit' },
  list: getWithdrawals,
  one: getWithdrawal,
  path: paths.withdrawal,
  newPath: paths.newWithdrawal(),
  /** Where wallets are added. */
  walletsPath: paths.wallets,
  wallets: getWallets,
  useBalance: useGetMerchantDashboardQuery,
  useCreate: useCreateWithdrawalMutation,
  useCancel: useCancelWithdrawalMutation,
  useAddWallet: useCreateWalletMutation,
  useRemoveWallet: useRemoveWalletMutation,
  /** By the specification. */
  kind: 'wholeUsdt',
} as const;

export const TRADER = {
  name: 'usdtWithdrawals',
  rights: { withdraw: 'usdt.withdraw', wallets: 'usdt.withdraw' },
  list: getTraderWithdrawals,
  one: getTraderWithdrawal,
  path: paths.usdtWithdrawal,
  newPath: paths.newUsdtWithdrawal(),
  walletsPath: paths.usdtWithdrawals,
  wallets: getTraderWallets,
  useBalance: useGetTraderDashboardQuery,
  useCreate: useCreateTraderWithdrawalMutation,
  useCancel: useCancelTraderWithdrawalMutation,
  useAddWallet: useCreateTraderWalletMutation,
  useRemoveWallet: useRemoveTraderWalletMutation,
  kind: 'usdt',
} as const;

export type Side = typeof MERCHANT | typeof TRADER;
