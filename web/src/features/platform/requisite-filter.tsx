import { useState } from 'react';
import { type PlatformRequisiteRow, getPlatformRequisite, getPlatformRequisites } from '@/api/platform-objects';
import { SearchSelectField } from '@/shared/combobox/search-select-field';
import { useSpanTexts } from '@/shared/i18n/span';
import { textOf } from '@/shared/lib/text-of';

/** Fewer letters find too much. */
const LEAST = 2;

type Named = Pick<PlatformRequisiteRow, 'name' | 'bank_type' | 'account' | 'last_4_digits_card'>;

const labelOf = ({ name, bank_type: bank, account, last_4_digits_card: last4 }: Named): string =>
  [textOf(name), textOf(bank.name), textOf(last4) && `•${last4}`, `(${account.name})`].filter(Boolean).join(' ');

/** Anybody's requisite, by what its own list is searched by. */
export function RequisiteFilter({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const t = useSpanTexts();
  const [typed, setTyped] = useState('');
  const chosen = getPlatformRequisite.useQuery(value, { skip: value === '' });
  const known = value !== '' && chosen.currentData ? [{ value, label: labelOf(chosen.currentData) }] : [];
  const isName = known.some(({ label }) => label === typed);
  const search = isName ? '' : typed.trim();
  const found = getPlatformRequisites.useQuery({ page: 1, page_size: 10, search }, { skip: search.length < LEAST });
  const others = (search.length < LEAST ? [] : (found.data?.results ?? [])).filter(({ id }) => id !== value);
  // A link may name one that is no more.
  const unknown = value !== '' && chosen.isError ? [{ value, label: t('span:unknown') }] : [];
  return (
    <SearchSelectField
      label={t('span:requisite')}
      placeholder={t('span:anyOf')}
      emptyText={search.length < LEAST ? t('span:typeMore') : t('span:noRequisite')}
      clearText={t('span:clearRequisite')}
      options={[...known, ...unknown, ...others.map((row) => ({ value: row.id, label: labelOf(row) }))]}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
    />
  );
}
