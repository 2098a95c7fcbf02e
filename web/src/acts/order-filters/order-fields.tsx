import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { ORDER_CONFIRMERS, ORDER_METHODS } from '@kantor/contract/plain/statuses.ts';
import { FilterChoice } from '@/shared/filters/filter-choice';
import { FilterInput } from '@/shared/filters/filter-input';
import { useSpanTexts } from '@/shared/i18n/span';
import { BankFilter } from './bank-filter';
import type { FieldValues } from './values';

interface OrderFieldsProps {
  values: Omit<FieldValues, 'requisite'>;
  /** The bank has a place elsewhere. */
  isWithoutBank?: boolean;
  /** Whose the merchant's number is to whoever asks; whoever does not know it has no field. */
  number?: 'own' | 'shop' | undefined;
  onChange: (patch: Partial<FieldValues>) => void;
}

/** Bank, method, who confirmed, and the merchant's own number: what every side knows of orders, each as far as it does. */
export function OrderFields({ values, isWithoutBank = false, number, onChange }: OrderFieldsProps) {
  const t = useSpanTexts();
  return (
    <>
      {!isWithoutBank && <BankFilter value={values.bank} onChange={(bank) => onChange({ bank })} />}
      <FilterChoice
        label={t('span:method')}
        any={t('span:anyOf')}
        value={values.method}
        options={ORDER_METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
        onChange={(method) => onChange({ method })}
      />
      <FilterChoice
        label={t('span:confirmed')}
        any={t('span:anyone')}
        value={values.confirmed}
        options={ORDER_CONFIRMERS.map((value) => ({ value, label: t(`span:by.${value}`) }))}
        onChange={(confirmed) => onChange({ confirmed })}
      />
      {number !== undefined && (
        <FilterInput
          label={number === 'own' ? t('span:number') : t('span:numberOfShop')}
          value={values.number}
          maxLength={MAX_LENGTH.externalId}
          read={(typed) => typed}
          onChange={(own) => onChange({ number: own })}
        />
      )}
    </>
  );
}
