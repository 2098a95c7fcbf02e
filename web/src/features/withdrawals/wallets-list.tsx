import { fileOf } from '@/acts/exports/file-of';
import { listScreen } from '@/shared/list/list-screen';
import { addWallet } from './add-wallet';
import { MERCHANT } from './sides';
import { walletColumns } from './wallet-columns';

export const { Component, preload } = listScreen({
  name: 'wallets',
  call: MERCHANT.wallets,
  file: fileOf('wallets'),
  isWhole: true,
  pageSize: 10,
  columns: walletColumns(MERCHANT),
  action: addWallet(MERCHANT),
});
