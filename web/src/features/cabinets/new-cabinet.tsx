import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
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
        <TextField label={t('cabinets.name')} maxLength={MAX_LENGTH.name} {...form.field('device_name')} />
        <TextField label={t('cabinets.phone')} type="tel" maxLength={MAX_LENGTH.phone} {...form.field('phone')} />
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
