import { May } from '@/session/may';
import { CloseWithdrawal, RejectWithdrawal, SendWithdrawal } from '@/acts/platform/withdrawals';
import { getPlatformWithdrawal, type PlatformWithdrawal } from '@/api/platform-objects';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { detailScreen } from '@/shared/detail/detail-screen';
import { type Fact, FactsCard } from '@/shared/detail/facts';
import { inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { ShortId } from '@/shared/ui/short-id';
import { AccountLink } from '@/shared/ui/account-link';
import { Beside } from './beside';
import { type Texts, useTexts } from './texts';
import { Transfer } from './transfer';

const sendingText = ({ sending_by: by, sending_at: at }: PlatformWithdrawal) => `${by}, ${formatDateTime(at)}`;

const factsOf = (item: PlatformWithdrawal, t: Texts): readonly Fact[] => [
  [t('platform:columns.account'), () => <AccountLink account={item.account} />],
  [t('fields.usdt'), inUsdt(item.amount_in_usdt)],
  [t('platform:columns.wallet'), <ShortId key="wallet" value={item.wallet} subject={t('platform:columns.wallet')} />],
  [
    t('platform:columns.hash'),
    <ShortId key="hash" value={item.transaction_hash_proof ?? ''} subject={t('platform:columns.hash')} />,
  ],
  ...(item.transaction_hash_proof === null
    ? []
    : [[t('platform:transfer.title'), <Transfer key="transfer" id={item.id} />] satisfies Fact]),
  ...(item.sending_by === null ? [] : [[t('platform:columns.sending'), sendingText(item)] satisfies Fact]),
  ...(item.rejected_reason === null ? [] : [[t('platform:columns.rejected'), item.rejected_reason] satisfies Fact]),
  [t('fields.status'), t(`platform:states.withdrawals.${item.outcome ?? 'OPEN'}`)],
  [t('fields.created'), formatDateTime(item.created_at)],
  ...(item.api_key === null ? [] : [[t('withdrawals.byKey'), item.api_key] satisfies Fact]),
  [t('fields.closed'), formatDateTime(item.done_datetime)],
  [t('fields.id'), <ShortId key="id" value={item.id} subject={t('fields.id')} />],
];

function Body({ item }: { item: PlatformWithdrawal }) {
  const t = useTexts();
  return (
    <DetailColumns main={<FactsCard title={t('fields.info')} facts={factsOf(item, t)} />} side={<Beside of={item} />} />
  );
}

function Actions({ item }: { item: PlatformWithdrawal }) {
  const { id, account, amount_in_usdt: amount, status } = item;
  if (status !== 'OPEN') return null;
  const withdrawal = { id, owner: account.name, amount_in_usdt: amount, sending_by: item.sending_by };
  return (
    <May right="platform.decide">
      {withdrawal.sending_by === null && <SendWithdrawal withdrawal={withdrawal} />}
      <CloseWithdrawal withdrawal={withdrawal} />
      <RejectWithdrawal withdrawal={withdrawal} />
    </May>
  );
}

export const { Component, preload } = detailScreen({
  name: 'withdrawals',
  section: 'platformWithdrawals',
  call: getPlatformWithdrawal,
  actions: (item) => <Actions key={item.id} item={item} />,
  body: (item) => <Body item={item} />,
});
