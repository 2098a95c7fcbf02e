import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCreateRequisiteMutation } from '@/api/requisites';
import { fieldErrors, readProblem } from '@/shared/lib/problem';
import { paths } from '@/shared/lib/paths';
import { DetailColumns } from '@/shared/detail/detail-frame';
import { FormScreen } from '@/shared/form/form-screen';
import { useDraft } from '@/shared/form/use-draft';
import { toast } from '@/shared/ui/toast';
import { DetailsCard, ManagementCard, ScheduleCard } from './requisite-cards';
import { BLANK, toBody } from './requisite-fields';

export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [create, { error }] = useCreateRequisiteMutation();
  const { fields, isDirty, change } = useDraft(BLANK);
  const card = { fields, change, errors: fieldErrors(error) };
  const submit = async () => {
    try {
      const requisite = await create(toBody(fields)).unwrap();
      await navigate(requisite?.id ? paths.requisite(requisite.id) : paths.requisites, { replace: true });
    } catch (failure) {
      toast.failure(t('requisites.createFailed'), readProblem(failure).detail);
    }
  };

  return (
    <FormScreen
      title={t('requisites.newTitle')}
      back={{ to: paths.requisites, label: t('sections.requisites') }}
      submitText={t('requisites.create')}
      onSubmit={submit}
      isDirty={isDirty}
      actions={
        <Button variant="default" component={Link} to={paths.requisites}>
          {t('actions.close')}
        </Button>
      }
    >
      <DetailColumns
        main={<DetailsCard {...card} />}
        side={
          <>
            <ManagementCard {...card} />
            <ScheduleCard {...card} />
          </>
        }
      />
    </FormScreen>
  );
}
