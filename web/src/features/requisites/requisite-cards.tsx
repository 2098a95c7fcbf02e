import { useTranslation } from 'react-i18next';
import { useGetBanksQuery } from '@/api/info';
import { formatCount } from '@/shared/lib/format-amount';
import { FieldsCard } from '@/shared/form/fields-card';
import { SelectField } from '@/shared/form/select-field';
import { SwitchField } from '@/shared/form/switch';
import { TextField } from '@/shared/form/text-field';
import { TimeField } from '@/shared/form/time-field';
import { WholeNumberField } from '@/shared/form/whole-number-field';
import type { RequisiteFields } from './requisite-fields';

export interface CardProps {
  fields: RequisiteFields;
  errors: Partial<Record<string, string>>;
  change: (patch: Partial<RequisiteFields>) => void;
}

/** What the server takes at most. */
const LENGTHS = { name: 100, fio: 150, phone: 32, bank_account: 34, last_4_digits_card: 4 } as const;
const COUNT_DIGITS = 9;

export function DetailsCard(props: CardProps) {
  const { t } = useTranslation();
  const { fields, errors, change } = props;
  return (
    <FieldsCard title={t('requisites.details')}>
      <Text {...props} name="name" label={t('requisites.name')} />
      <Text {...props} name="fio" label={t('requisites.fio')} marked />
      <BankField value={fields.bank} onChange={(bank) => change({ bank })} error={errors['bank_type']} />
      <Text {...props} name="phone" label={t('requisites.phone')} type="tel" marked />
      <Text {...props} name="bank_account" label={t('requisites.account')} inputMode="numeric" />
      <Text {...props} name="last_4_digits_card" label={t('requisites.last4')} inputMode="numeric" />
    </FieldsCard>
  );
}

interface TextProps extends CardProps {
  name: keyof typeof LENGTHS;
  label: string;
  marked?: boolean;
  type?: 'tel';
  inputMode?: 'numeric';
}

const Text = ({ fields, errors, change, name, ...rest }: TextProps) => (
  <TextField
    {...rest}
    value={fields[name]}
    onChange={(value) => change({ [name]: value })}
    error={errors[name]}
    maxLength={LENGTHS[name]}
  />
);

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

export function ManagementCard(props: CardProps) {
  const { t } = useTranslation();
  const { fields, errors, change } = props;
  return (
    <FieldsCard title={t('requisites.management')}>
      <SwitchField
        label={t('requisites.acceptSbp')}
        checked={fields.is_sbp}
        onChange={(isSbp) => change({ is_sbp: isSbp })}
        error={errors['is_sbp']}
      />
      <SwitchField
        label={t('requisites.acceptC2c')}
        checked={fields.is_c2c}
        onChange={(isC2c) => change({ is_c2c: isC2c })}
        error={errors['is_c2c']}
      />
      <Limit {...props} name="min_amount" label={t('requisites.minAmount')} unit={t('units.rub')} />
      <Limit {...props} name="max_amount" label={t('requisites.maxAmount')} unit={t('units.rub')} />
      <Limit {...props} name="max_deals" label={t('requisites.maxDeals')} maxDigits={COUNT_DIGITS} />
      <Limit {...props} name="max_current_deals" label={t('requisites.maxCurrentDeals')} maxDigits={COUNT_DIGITS} />
      <Limit
        {...props}
        name="interval"
        label={t('requisites.interval')}
        unit={t('requisites.minutes')}
        maxDigits={COUNT_DIGITS}
        placeholder={formatCount(0)}
      />
    </FieldsCard>
  );
}

interface LimitProps extends CardProps {
  name: 'interval' | 'min_amount' | 'max_amount' | 'max_deals' | 'max_current_deals';
  label: string;
  unit?: string;
  maxDigits?: number;
  placeholder?: string;
}

function Limit({ fields, errors, change, name, ...rest }: LimitProps) {
  const { t } = useTranslation();
  return (
    <WholeNumberField
      placeholder={t('requisites.noLimit')}
      {...rest}
      value={fields[name]}
      onChange={(value) => change({ [name]: value })}
      error={errors[name]}
    />
  );
}

export function ScheduleCard({ fields, errors, change }: CardProps) {
  const { t } = useTranslation();
  return (
    <FieldsCard title={t('requisites.schedule')}>
      <SwitchField
        label={t('requisites.workOnTime')}
        hint={t('requisites.scheduleHint')}
        checked={fields.work_on_time}
        onChange={(isOn) => change({ work_on_time: isOn })}
        error={errors['work_on_time']}
        isWide
      />
      <TimeField
        label={t('requisites.timeUp')}
        value={fields.time_up}
        onChange={(time) => change({ time_up: time })}
        error={errors['time_up']}
      />
      <TimeField
        label={t('requisites.timeDown')}
        value={fields.time_down}
        onChange={(time) => change({ time_down: time })}
        error={errors['time_down']}
      />
    </FieldsCard>
  );
}
