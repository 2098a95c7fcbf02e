import { useTranslation } from 'react-i18next';
import { useGetCabinetChoicesQuery, type Cabinet } from '@/api/cabinets';
import { MultiSelectField } from '@/shared/combobox/multi-select-field';

interface CabinetRequisitesProps {
  cabinet: Cabinet;
  value: readonly string[];
  onChange: (ids: string[]) => void;
  error: string | undefined;
}

const requisiteName = ({ name, short_name: shortName }: { name: string; short_name?: string }): string =>
  name && shortName ? `${name} (${shortName})` : name || (shortName ?? '');

/** The requisites whose messages the cabinet's phone hears. Those it has may be kept even when the list cannot be had. */
export function CabinetRequisites({ cabinet, value, onChange, error }: CabinetRequisitesProps) {
  const { t } = useTranslation();
  const isBlocked = cabinet.is_blocked_forever;
  const choices = useGetCabinetChoicesQuery(cabinet.id, { skip: isBlocked });
  const known = new Map([...cabinet.bank_detail, ...(choices.currentData ?? [])].map((choice) => [choice.id, choice]));
  const failure = choices.isError && !choices.currentData ? t('cabinets.requisitesFailed') : undefined;
  return (
    <MultiSelectField
      label={t('cabinets.requisites')}
      value={value}
      options={[...known.values()].map((choice) => ({
        value: choice.id,
        label: requisiteName(choice),
        short: choice.name || choice.short_name,
      }))}
      placeholder={t('cabinets.chooseRequisites')}
      emptyText={t('cabinets.noRequisites')}
      onChange={(ids) => onChange(ids.toSorted())}
      hint={failure}
      error={error}
    />
  );
}
