import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { useTranslation } from 'react-i18next';
import { useGetBanksQuery } from '@/api/info';
import { formatCount } from '@/shared/lib/format-amount';
import { FieldsCard } from '@/shared/form/fields-card';
import { MoneyField } from '@/shared/form/money-field';
import { SelectField } from '@/shared/form/select-field';
import { SwitchField } from '@/shared/switch/switch';
import { TextField } from '@/shared/form/text-field';
import { TimeField } from '@/shared/form/time-field';
import type { Form } from '@/shared/form/use-form';
import type { RequisiteFields } from './requisite-fields';

interface CardProps {
  form: Form<RequisiteFields>;
}

/** The longest texts that the server takes. */
const LENGTHS = {
  name: MAX_LENGTH.name,
  fio: MAX_LENGTH.fio,
  phone: MAX_LENGTH.phone,
  bank_account: MAX_LENGTH.bankAccount,
  last_4_digits_card: MAX_LENGTH.last4,
} as const;

export function DetailsCard({ form }: CardProps) {
  const { t } = useTranslation();
  const text = (name: keyof typeof LENGTHS) => ({ ...form.field(name), maxLength: LENGTHS[name] });
  return (
    <FieldsCard title={t('requisites.details')}>
      <TextField label={t('requisites.name')} {...text('name')} />
      <TextField label={t('requisites.fio')} marked {...text('fio')} />
      <BankField {...form.field('bank_type')} />
      <TextField label={t('requisites.phone')} type="tel" marked {...text('phone')} />
      <TextField label={t('requisites.account')} inputMode="numeric" {...text('bank_account')} />
      <TextField label={t('requisites.last4')} inputMode="numeric" {...text('last_4_digits_card')} />
    </FieldsCard>
  );
}

interface BankFieldProps {
  value: string;
  onChange: (bank: string) => void;
  error: string | undefined;
}

function BankField({ value, onChange, error }: BankFieldProps) {
  const { t } = useTranslation();
  const { data: banks = [], isError } = useGetBanksQuery();
  const failure = isError && banks.length === 0 ? t('requisites.banksFailed') : undefined;
  return (
    <SelectField
      label={t('requisites.bank')}
      marked
      value={banks.some(({ id }) => String(id) === value) ? value : ''}
      options={banks.map(({ id, name }) => ({ value: String(id), label: name }))}
      placeholder={t('requisites.chooseBank')}
      onChange={onChange}
      hint={failure}
      error={error}
    />
  );
}

export function ManagementCard({ form }: CardProps) {
  const { t } = useTranslation();
  const amount = { kind: 'wholeRub', unit: t('units.rub'), placeholder: t('requisites.noLimit') } as const;
  const count = { kind: 'count', placeholder: t('requisites.noLimit') } as const;
  return (
    <FieldsCard title={t('requisites.management')}>
      <SwitchField label={t('requisites.acceptSbp')} {...form.field('is_sbp')} />
      <SwitchField label={t('requisites.acceptC2c')} {...form.field('is_c2c')} />
      <MoneyField label={t('requisites.minAmount')} {...amount} {...form.field('min_amount')} />
      <MoneyField label={t('requisites.maxAmount')} {...amount} {...form.field('max_amount')} />
      <MoneyField label={t('requisites.maxDeals')} {...count} {...form.field('max_deals')} />
      <MoneyField label={t('requisites.maxCurrentDeals')} {...count} {...form.field('max_current_deals')} />
      <MoneyField
        label={t('requisites.interval')}
        kind="count"
        unit={t('requisites.minutes')}
        placeholder={formatCount(0)}
        {...form.field('interval')}
      />
    </FieldsCard>
  );
}

export function ScheduleCard({ form }: CardProps) {
  const { t } = useTranslation();
  return (
    <FieldsCard title={t('requisites.schedule')}>
      <SwitchField
        label={t('requisites.workOnTime')}
        hint={t('requisites.scheduleHint')}
        isWide
        {...form.field('work_on_time')}
      />
      <TimeField label={t('requisites.timeUp')} {...form.field('time_up')} />
      <TimeField label={t('requisites.timeDown')} {...form.field('time_down')} />
    </FieldsCard>
  );
}
