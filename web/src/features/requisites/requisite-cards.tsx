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
import classes from './requisites.module.css';
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

const DAY_MINUTES = 24 * 60;
const HOURS = [0, 6, 12, 18, 24] as const;

/** Minutes after midnight of `HH:MM`; undefined of anything else. */
const minutesOf = (time: string): number | undefined => {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
};

/** When the requisite works, as a strip of a day; the fields say it in figures. A turn at midnight makes two parts of it. */
function WorkingHours({ up, down, isOn }: { up: string; down: string; isOn: boolean }) {
  const [from, until] = [minutesOf(up), minutesOf(down)];
  if (from === undefined || until === undefined || from === until) return null;
  const parts =
    from < until
      ? [[from, until]]
      : [
          [0, until],
          [from, DAY_MINUTES],
        ];
  const share = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;
  return (
    <span className={classes.hours} data-off={isOn ? undefined : ''} aria-hidden="true">
      <span>
        {parts.map(([begin = 0, end = 0]) => (
          <span key={begin} style={{ insetInlineStart: share(begin), inlineSize: share(end - begin) }} />
        ))}
      </span>
      <span>
        {HOURS.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </span>
    </span>
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
      <WorkingHours
        up={form.field('time_up').value}
        down={form.field('time_down').value}
        isOn={form.field('work_on_time').value}
      />
    </FieldsCard>
  );
}
