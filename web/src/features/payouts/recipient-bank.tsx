import { SBP_MEMBERS } from '@kantor/contract/plain/sbp-members.ts';
import { useTranslation } from 'react-i18next';
import { SearchSelectField } from '@/shared/combobox/search-select-field';

interface RecipientBankProps {
  value: string;
  error: string | undefined;
  onChange: (id: string) => void;
}

const OPTIONS = SBP_MEMBERS.map(([value, label]) => ({ value, label }));

/** The bank to which a transfer by phone number goes; it may stay open. */
export function RecipientBank(props: RecipientBankProps) {
  const { t } = useTranslation();
  return (
    <SearchSelectField
      label={t('payouts.bank')}
      hint={t('payouts.bankHint')}
      placeholder={t('payouts.findBank')}
      emptyText={t('payouts.noSuchBank')}
      clearText={t('payouts.clearBank')}
      options={OPTIONS}
      {...props}
    />
  );
}
