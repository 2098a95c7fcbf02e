import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { useGetBanksQuery } from '@/api/info';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import type { Form } from '@/shared/form/use-form';
import { useDeskTexts } from '@/shared/i18n/desk';
import { act } from './act';
import { fieldsOf } from './fields';

/** Lets a trader have requisites with an account that is another's. */
export const AllowAccount = act(({ id }: { id: string }, t) => ({
  size: 'xs',
  action: actions.allowAccount,
  id,
  text: t('desk:accounts.allow'),
  title: t('desk:accounts.allowTitle'),
  fields: fieldsOf({
    initial: { bank_account: '', phone: '', bank: '' },
    isComplete: ({ bank_account: account, phone, bank }) =>
      account.trim() === '' ? phone.trim() !== '' && bank !== '' : phone.trim() === '',
    toBody: ({ bank_account: account, phone, bank }) =>
      account.trim() === '' ? { phone: phone.trim(), bank_id: Number(bank) } : { bank_account: account.trim() },
    inputs: (form) => (
      <>
        <TextField
          label={t('desk:accounts.bankAccount')}
          hint={t('desk:accounts.oneOf')}
          maxLength={MAX_LENGTH.bankAccount}
          {...form.field('bank_account')}
        />
        <TextField label={t('desk:accounts.phone')} type="tel" maxLength={MAX_LENGTH.phone} {...form.field('phone')} />
        <BankField {...form.field('bank')} />
      </>
    ),
  }),
}));

function BankField(field: ReturnType<Form<{ bank: string }>['field']>) {
  const t = useDeskTexts();
  const banks = useGetBanksQuery().data ?? [];
  return (
    <SelectField
      label={t('desk:accounts.phoneBank')}
      placeholder={t('desk:accounts.choose')}
      options={banks.map((bank) => ({ value: String(bank.id), label: bank.name }))}
      {...field}
    />
  );
}

/** Ends such a leave; its number is with dots. */
export const DisallowAccount = act(({ id, permit, number }: Record<'id' | 'permit' | 'number', string>, t) => ({
  danger: true,
  size: 'xs',
  action: actions.disallowAccount,
  id,
  body: { permit },
  text: t('desk:accounts.disallow'),
  label: t('desk:accounts.disallowTitle', { number }),
  title: t('desk:accounts.disallowTitle', { number }),
}));

/** A new wallet may be withdrawn to at once. */
export const AllowWallet = act(({ id, address }: { id: string; address: string }, t) => ({
  size: 'xs',
  action: actions.allowWallet,
  id,
  text: t('desk:accounts.allowWallet'),
  label: t('desk:accounts.allowWalletTitle', { address }),
  title: t('desk:accounts.allowWalletTitle', { address }),
}));
