import { ActsSection } from '@/acts/statement/acts-section';
import { BlockAccount, UnblockAccount } from '@/acts/platform/accounts';
import { type AccountPage, getPlatformAccount } from '@/api/platform-accounts';
import { May } from '@/session/may';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { AccountState } from './account-state';
import { Fees, Limits, Money, Who } from './account-cards';
import { Deeds } from './account-deeds';
import { Entries } from './account-entries';
import { Lists } from './account-lists';
import { Members } from './account-members';
import { Permits } from './account-permits';
import { Wallets } from './account-wallets';

const Body = ({ account }: { account: AccountPage }) => (
  <>
    <DetailColumns
      main={
        <>
          <Who account={account} />
          <Fees account={account} />
          <Limits account={account} />
          <Members account={account} />
        </>
      }
      side={
        <>
          <Money account={account} />
          <Lists account={account} />
          <Wallets account={account} />
          <Permits account={account} />
        </>
      }
    />
    <Entries account={account} />
    <May right="platform.statements.read">
      <ActsSection of={{ account: account.id }} right="platform.acts" />
    </May>
    <Deeds account={account} />
  </>
);

const Actions = ({ account }: { account: AccountPage }) =>
  account.blocked_at === null ? <BlockAccount account={account} /> : <UnblockAccount account={account} />;

export const { Component, preload } = detailScreen({
  name: 'platformAccounts',
  call: getPlatformAccount,
  titleOf: (_id, account) => account?.name ?? '',
  badge: (account) => <AccountState account={account} />,
  actions: (account) => <Actions key={account.id} account={account} />,
  body: (account) => <Body key={account.id} account={account} />,
});
