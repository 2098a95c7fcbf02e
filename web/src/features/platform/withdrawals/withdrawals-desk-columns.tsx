import type { OpenWithdrawal } from '@/api/platform-withdrawals';
import { CloseWithdrawal, RejectWithdrawal, SendWithdrawal } from '@/acts/platform/withdrawals';
import { CheckboxField } from '@/shared/form/checkbox-field';
import type { DeskTexts } from '@/shared/i18n/desk';
import { formatUsdt, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { AccountLink } from '@/shared/ui/account-link';
import { ShortId } from '@/shared/ui/short-id';
import { StatusBadge } from '@/shared/ui/status-badge';
import classes from './withdrawals.module.css';

interface Choice {
  chosen: ReadonlySet<string>;
  choose: (id: string, isChosen: boolean) => void;
}

export const deskColumns = (t: DeskTexts, { chosen, choose }: Choice): readonly Column<OpenWithdrawal>[] => [
  {
    id: 'chosen',
    header: t('desk:withdrawals.chosen'),
    interactive: true,
    cell: ({ id, owner, amount_in_usdt: amount }) => (
      <CheckboxField
        isBare
        label={t('desk:ofRow', { act: t('desk:withdrawals.choose'), owner, amount: inUsdt(amount) })}
        value={chosen.has(id)}
        onChange={(isChosen) => choose(id, isChosen)}
      />
    ),
  },
  {
    id: 'owner',
    header: t('desk:owner'),
    card: 'wide',
    interactive: true,
    cell: ({ owner, owner_id: id, owner_role: role }) => (
      <>
        <AccountLink account={{ id, name: owner }} /> <small>{t(`journal:roles.${role}`)}</small>
      </>
    ),
  },
  {
    id: 'amount',
    header: t('fields.amountUsdt'),
    align: 'right',
    card: 'head',
    unit: t('units.usdt'),
    cell: ({ amount_in_usdt: amount }) => formatUsdt(amount),
  },
  {
    id: 'wallet',
    header: t('withdrawals.wallet'),
    interactive: true,
    card: 'wide',
    cell: ({ wallet, wallet_is_valid: isValid, wallet_added_at: addedAt }) => (
      <span className={classes.wallet}>
        <ShortId value={wallet} subject={t('withdrawals.wallet')} />
        {isValid ? (
          <small>{t('desk:withdrawals.walletSince', { at: formatDateTime(addedAt) })}</small>
        ) : (
          <StatusBadge tone="danger">{t('desk:withdrawals.notTron')}</StatusBadge>
        )}
      </span>
    ),
  },
  {
    id: 'created',
    header: t('fields.created'),
    card: 'wide',
    labelled: true,
    cell: ({ created_at: at }) => formatDateTime(at),
  },
  {
    id: 'sender',
    header: t('desk:withdrawals.sender'),
    card: 'wide',
    labelled: true,
    cell: ({ sending_by: by, sending_at: at }) =>
      by === null ? '—' : t('desk:withdrawals.sending', { by, at: formatDateTime(at) }),
  },
  {
    id: 'acts',
    header: t('inWork.action'),
    interactive: true,
    card: 'wide',
    cell: (withdrawal) => (
      <span className={classes.acts}>
        {withdrawal.sending_by === null && withdrawal.wallet_is_valid && (
          <SendWithdrawal withdrawal={withdrawal} size="xs" />
        )}
        <CloseWithdrawal withdrawal={withdrawal} size="xs" />
        <RejectWithdrawal withdrawal={withdrawal} size="xs" />
      </span>
    ),
  },
];
