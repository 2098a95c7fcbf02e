import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import type { OfAccount } from './accounts';
import { act } from './act';
import { decimalOf, isDecimal } from './decimal';
import { fieldsOf, reasonField } from './fields';

interface Props {
  account: OfAccount;
}

/** Credits a trader by hand, once by what it is known by; a large sum is proposed. */
export const DepositByHand = act(({ account: { id, name } }: Props, t) => ({
  size: 'xs',
  action: actions.depositByHand,
  id,
  text: t('desk:accounts.deposit'),
  title: t('desk:accounts.depositTitle', { name }),
  fields: fieldsOf({
    initial: { amount: '', reference: '' },
    isComplete: ({ amount, reference }) => isDecimal(amount) && reference.trim() !== '',
    toBody: ({ amount, reference }) => ({ amount: decimalOf(amount), reference: reference.trim() }),
    inputs: (form) => (
      <>
        <TextField label={t('desk:accounts.amountUsdt')} inputMode="decimal" maxLength={20} {...form.field('amount')} />
        <TextField
          label={t('desk:accounts.reference')}
          hint={t('desk:accounts.referenceHint')}
          maxLength={MAX_LENGTH.note}
          {...form.field('reference')}
        />
      </>
    ),
  }),
}));

const PARTS = { trader: ['available', 'earned'], merchant: ['available', 'owed'] } as const;
const SIDES = ['revenue', 'custody'] as const;

/** A typed sum with its sign, which may be a real minus: `−12,50` → `-12.50`. */
const signedOf = (typed: string) => decimalOf(typed).replace(/^[−–]/, '-');
const isSigned = (typed: string) => isDecimal(signedOf(typed).replace(/^[+-]/, ''));

/** Proposes to change a part of the balance at the platform's expense; another person carries it out. */
export const AdjustAccount = act(({ account: { id, name, role } }: Props, t) => ({
  danger: true,
  size: 'xs',
  action: actions.adjustAccount,
  id,
  text: t('desk:accounts.adjust'),
  title: t('desk:accounts.adjustTitle', { name }),
  confirmText: t('desk:propose'),
  fields: fieldsOf({
    initial: { account: '', against: 'revenue', amount_usdt: '', reason: '' },
    isComplete: ({ account, amount_usdt: amount, reason }) =>
      account !== '' && isSigned(amount) && reason.trim() !== '',
    toBody: ({ amount_usdt: amount, ...fields }) => ({ ...fields, amount_usdt: signedOf(amount) }),
    inputs: (form) => (
      <>
        <SelectField
          label={t('desk:accounts.part')}
          placeholder={t('desk:accounts.choose')}
          options={PARTS[role].map((part) => ({ value: part, label: t(`desk:fact.${part}_usdt`) }))}
          {...form.field('account')}
        />
        <TextField
          label={t('desk:accounts.signedUsdt')}
          hint={t('desk:accounts.signedHint')}
          maxLength={20}
          {...form.field('amount_usdt')}
        />
        <SelectField
          label={t('desk:accounts.against')}
          placeholder={t('desk:accounts.choose')}
          options={SIDES.map((side) => ({ value: side, label: t(`desk:accounts.againstOf.${side}`) }))}
          {...form.field('against')}
        />
        {reasonField(t, form.field('reason'))}
      </>
    ),
  }),
}));
