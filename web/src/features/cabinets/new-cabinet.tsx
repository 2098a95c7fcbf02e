import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCreateCabinetMutation } from '@/api/cabinets';
import { paths } from '@/shared/lib/paths';
import { FieldsCard } from '@/shared/form/fields-card';
import { FormScreen } from '@/shared/form/form-screen';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { StatusBadge } from '@/shared/ui/status-badge';
import { NAME_LENGTH, PHONE_LENGTH } from './lengths';

const BLANK = { device_name: '', phone: '' };

export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [create] = useCreateCabinetMutation();
  const form = useForm({
    initial: BLANK,
    save: (fields) => create({ ...fields, bank_detail: null }),
    texts: { failure: t('cabinets.createFailed') },
    onSaved: (cabinet) => navigate(cabinet?.id ? paths.cabinet(cabinet.id) : paths.cabinets, { replace: true }),
  });

  return (
    <FormScreen
      title={t('cabinets.newTitle')}
      back={{ to: paths.cabinets, label: t('sections.cabinets') }}
      badge={<StatusBadge tone="neutral">{t('cabinets.off')}</StatusBadge>}
      form={form}
      submitText={t('cabinets.create')}
    >
      <FieldsCard title={t('cabinets.info')}>
        <TextField label={t('cabinets.name')} maxLength={NAME_LENGTH} {...form.field('device_name')} />
        <TextField label={t('cabinets.phone')} type="tel" maxLength={PHONE_LENGTH} {...form.field('phone')} />
        <SelectField
          label={t('cabinets.requisites')}
          value=""
          options={[]}
          placeholder={t('cabinets.onlyAfter')}
          onChange={() => undefined}
          disabled
        />
      </FieldsCard>
    </FormScreen>
  );
}
