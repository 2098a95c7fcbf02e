import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { SelectField } from '@/shared/form/select-field';
import { TextAreaField } from '@/shared/form/text-area-field';
import { TextField } from '@/shared/form/text-field';
import { useDeskTexts } from '@/shared/i18n/desk';
import type { OfAccount } from './accounts';
import { ActButton } from './act-button';
import { decimalOf, isDecimal } from './decimal';

interface Props {
  account: OfAccount;
}

/** Credits a trader by hand, once by what it is known by; a large sum is proposed. */
export function DepositByHand({ account: { id, name } }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      size="xs"
      variant="default"
      action={actions.depositByHand}
      id={id}
      title={t('desk:accounts.depositTitle', { name })}
      confirmText={t('desk:accounts.deposit')}
      fields={{
        initial: { amount: '', reference: '' },
        isComplete: ({ amount, reference }) => isDecimal(amount) && reference.trim() !== '',
        toBody: ({ amount, reference }) => ({ amount: decimalOf(amount), reference: reference.trim() }),
        inputs: (form) => (
          <>
            <TextField
              label={t('desk:accounts.amountUsdt')}
              inputMode="decimal"
              maxLength={20}
              {...form.field('amount')}
            />
            <TextField
              label={t('desk:accounts.reference')}
              hint={t('desk:accounts.referenceHint')}
              maxLength={MAX_LENGTH.note}
              {...form.field('reference')}
            />
          </>
        ),
      }}
    >
      {t('desk:accounts.deposit')}
    </ActButton>
  );
}

const PARTS = { trader: ['available', 'earned'], merchant: ['available', 'owed'] } as const;
const SIDES = ['revenue', 'custody'] as const;

/** A typed sum with its sign, which may be a real minus: `−12,50` → `-12.50`. */
const signedOf = (typed: string) => decimalOf(typed).replace(/^[−–]/, '-');
const isSigned = (typed: string) => isDecimal(signedOf(typed).replace(/^[+-]/, ''));

/** Proposes to change a part of the balance at the platform's expense; another person carries it out. */
export function AdjustAccount({ account: { id, name, role } }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      danger
      size="xs"
      variant="default"
      action={actions.adjustAccount}
      id={id}
      title={t('desk:accounts.adjustTitle', { name })}
      confirmText={t('desk:propose')}
      fields={{
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
            <TextAreaField label={t('desk:reason')} maxLength={MAX_LENGTH.rejection} {...form.field('reason')} />
          </>
        ),
      }}
    >
      {t('desk:accounts.adjust')}
    </ActButton>
  );
}
