import { useGetBanksQuery } from '@/api/info';
import { FilterChoice } from '@/shared/filters/filter-choice';
import { useSpanTexts } from '@/shared/i18n/span';

/** One of the banks that the product knows. */
export function BankFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useSpanTexts();
  const banks = useGetBanksQuery().data ?? [];
  return (
    <FilterChoice
      label={t('span:bank')}
      any={t('span:anyOf')}
      value={value}
      options={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={onChange}
    />
  );
}
