import { useState } from 'react';
import { type AccountChoice, useGetAccountChoicesQuery } from '@/api/platform-lists';
import { SearchSelectField } from '@/shared/combobox/search-select-field';
import { useTexts } from './texts';

const option = ({ id, name }: AccountChoice) => ({ value: id, label: name });

interface AccountFilterProps {
  /** Of one side alone, and what the field is called then. */
  side?: 'trader' | 'merchant';
  label?: string;
  /** The account's id; empty for all. */
  value: string;
  onChange: (id: string) => void;
}

/** Chooses whose objects a list shows: typing asks for accounts with such a name. */
export function AccountFilter({ side, label, value, onChange }: AccountFilterProps) {
  const t = useTexts();
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  const chosen = useGetAccountChoicesQuery({ id: value }, { skip: value === '' }).currentData ?? [];
  const isName = chosen.some(({ name }) => name === typed);
  const found =
    useGetAccountChoicesQuery({ name: isName ? '' : typed, ...(side && { role: side }) }, { skip: !isOpen }).data ?? [];
  const others = found.filter(({ id }) => id !== value);
  return (
    <SearchSelectField
      label={label ?? t('platform:filters.account')}
      placeholder={t('platform:filters.anyAccount')}
      emptyText={t('platform:filters.noAccount')}
      clearText={t('platform:filters.clearAccount')}
      options={[...chosen, ...others].map(option)}
      value={value}
      onChange={onChange}
      onSearch={setTyped}
      onOpen={() => setOpen(true)}
    />
  );
}
