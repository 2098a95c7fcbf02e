import { type Requisite, useGetRequisiteChoicesQuery } from '@/api/requisites';
import { SearchSelectField } from '@/shared/combobox/search-select-field';
import { useSpanTexts } from '@/shared/i18n/span';
import { textOf } from '@/shared/lib/text-of';

/** Its own name where it has one, and what tells it from others of that name. */
const labelOf = ({ name, bank_type: bank, last_4_digits_card: last4 }: Requisite): string =>
  [textOf(name), textOf(bank?.name), textOf(last4) && `•${last4}`].filter(Boolean).join(' ');

/** One of the trader's requisites, by a part of its name, bank or last digits. */
export function RequisiteFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useSpanTexts();
  const { data } = useGetRequisiteChoicesQuery();
  const options = (data ?? []).map((requisite) => ({ value: requisite.id, label: labelOf(requisite) }));
  // A link may name one that is no more.
  const isUnknown = value !== '' && data !== undefined && !data.some(({ id }) => id === value);
  return (
    <SearchSelectField
      label={t('span:requisite')}
      placeholder={t('span:anyOf')}
      emptyText={t('span:noRequisite')}
      clearText={t('span:clearRequisite')}
      options={isUnknown ? [{ value, label: t('span:unknown') }, ...options] : options}
      value={value}
      onChange={onChange}
    />
  );
}
