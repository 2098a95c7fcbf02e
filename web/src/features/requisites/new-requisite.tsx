import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCreateRequisiteMutation } from '@/api/requisites';
import { paths } from '@/shared/lib/paths';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { FormScreen } from '@/shared/form/form-screen';
import { useForm } from '@/shared/form/use-form';
import { DetailsCard, ManagementCard, ScheduleCard } from './requisite-cards';
import { areLimitsGood, BLANK, toBody } from './requisite-fields';

export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [create] = useCreateRequisiteMutation();
  const form = useForm({
    initial: BLANK,
    save: (fields) => create(toBody(fields)),
    isComplete: areLimitsGood,
    texts: { failure: t('requisites.createFailed') },
    onSaved: (requisite) =>
      navigate(requisite?.id ? paths.requisite(requisite.id) : paths.requisites, { replace: true }),
  });

  return (
    <FormScreen
      title={t('requisites.newTitle')}
      back={{ to: paths.requisites, label: t('sections.requisites') }}
      form={form}
      submitText={t('requisites.create')}
      actions={
        <Button variant="default" component={Link} to={paths.requisites}>
          {t('actions.close')}
        </Button>
      }
    >
      <DetailColumns
        main={<DetailsCard form={form} />}
        side={
          <>
            <ManagementCard form={form} />
            <ScheduleCard form={form} />
          </>
        }
      />
    </FormScreen>
  );
}
