import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useUpdateRequisiteMutation, type Requisite } from '@/api/requisites';
import GatesCard from '@/session/readiness/gates-card';
import { useMay } from '@/session/may';
import { DetailColumns, useWayBack } from '@/shared/detail/detail-frame';
import { FormFailure } from '@/shared/form/form-failure';
import { FormScreen } from '@/shared/form/form-screen';
import { useForm } from '@/shared/form/use-form';
import { BankDataRefusal } from './bank-data-refusal';
import { CountersCard } from './counters-card';
import { requisiteName } from './requisite-name';
import { PauseNote } from './pause-note';
import { DetailsCard, ManagementCard, ScheduleCard } from './requisite-cards';
import { areLimitsGood, toBody, toFields } from './requisite-fields';
import { RequisiteHistory } from './requisite-history';
import { RequisiteMenu } from './requisite-menu';

/** The id of what the gates are changed in. */
const SETTINGS = 'requisite-settings';

interface RequisiteFormProps {
  requisite: Requisite;
  back: { to: string; label: string };
  note: ReactNode;
}

/** A requisite: what it has done so far, and what may be changed; others only see it. */
export function RequisiteForm({ requisite, back, note }: RequisiteFormProps) {
  const { t } = useTranslation();
  const wayBack = useWayBack(back.to);
  const mayEdit = useMay('requisites.edit');
  const [update, { error }] = useUpdateRequisiteMutation();
  const form = useForm({
    initial: toFields(requisite),
    save: (fields) => update({ id: requisite.id, body: toBody(fields) }),
    isComplete: areLimitsGood,
    texts: { success: t('form.saved'), failure: t('errors.update') },
  });

  return (
    <FormScreen
      title={t('requisites.detailTitle', { name: requisiteName(requisite) })}
      back={back}
      note={note}
      form={form}
      submitText={t('form.save')}
      isForChanges
      isReadOnly={!mayEdit}
      tools={mayEdit && <RequisiteMenu requisite={requisite} onArchived={form.reset} />}
      actions={
        <Button variant="default" component={Link} {...wayBack}>
          {t('actions.close')}
        </Button>
      }
    >
      <PauseNote paused={requisite.paused} />
      {form.hasFailed && (
        <FormFailure>
          <BankDataRefusal requisite={requisite} error={error} />
        </FormFailure>
      )}
      <DetailColumns
        main={
          <>
            <DetailsCard form={form} />
            <div id={SETTINGS}>
              <ManagementCard form={form} />
            </div>
          </>
        }
        side={
          <>
            <GatesCard requisite={requisite} settings={SETTINGS} />
            <CountersCard requisite={requisite} />
            <ScheduleCard form={form} />
            <RequisiteHistory id={requisite.id} version={requisite.payee_version} />
          </>
        }
      />
    </FormScreen>
  );
}
