import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { useGetBanksQuery } from '@/api/info';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import { useDeskTexts } from '@/shared/i18n/desk';
import { ActButton } from './act-button';

/** Lets a trader have requisites with an account that is another's. */
export function AllowAccount({ id }: { id: string }) {
  const t = useDeskTexts();
  const banks = useGetBanksQuery().data ?? [];
  return (
    <ActButton
      size="xs"
      variant="default"
      action={actions.allowAccount}
      id={id}
      title={t('desk:accounts.allowTitle')}
      confirmText={t('desk:accounts.allow')}
      fields={{
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
            <TextField
              label={t('desk:accounts.phone')}
              type="tel"
              maxLength={MAX_LENGTH.phone}
              {...form.field('phone')}
            />
            <SelectField
              label={t('desk:accounts.phoneBank')}
              placeholder={t('desk:accounts.choose')}
              options={banks.map((bank) => ({ value: String(bank.id), label: bank.name }))}
              {...form.field('bank')}
            />
          </>
        ),
      }}
    >
      {t('desk:accounts.allow')}
    </ActButton>
  );
}

/** Ends such a leave. @param number with dots. */
export function DisallowAccount({ id, permit, number }: { id: string; permit: string; number: string }) {
  const t = useDeskTexts();
  return (
    <ActButton
      danger
      size="xs"
      variant="default"
      action={actions.disallowAccount}
      id={id}
      body={{ permit }}
      title={t('desk:accounts.disallowTitle', { number })}
      confirmText={t('desk:accounts.disallow')}
      label={t('desk:accounts.disallowTitle', { number })}
    >
      {t('desk:accounts.disallow')}
    </ActButton>
  );
}

/** A new wallet may be withdrawn to at once. */
export function AllowWallet({ id, address }: { id: string; address: string }) {
  const t = useDeskTexts();
  return (
    <ActButton
      size="xs"
      variant="default"
      action={actions.allowWallet}
      id={id}
      title={t('desk:accounts.allowWalletTitle', { address })}
      confirmText={t('desk:accounts.allowWallet')}
      label={t('desk:accounts.allowWalletTitle', { address })}
    >
      {t('desk:accounts.allowWallet')}
    </ActButton>
  );
}
