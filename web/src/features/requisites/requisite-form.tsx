import { Button } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useResetRequisiteDealsMutation, useUpdateRequisiteMutation, type Requisite } from '@/api/requisites';
import GatesCard from '@/session/readiness/gates-card';
import { useMay } from '@/session/may';
import { formatCount, inRub } from '@/shared/lib/format-amount';
import { DetailColumns, useWayBack } from '@/shared/detail/detail-frame';
import { FactsCard, type Fact } from '@/shared/detail/facts';
import { FormFailure } from '@/shared/form/form-failure';
import { FormScreen } from '@/shared/form/form-screen';
import { useForm } from '@/shared/form/use-form';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { BankDataRefusal } from './bank-data-refusal';
import { ArchiveRequisite } from './archive-requisite';
import { requisiteName } from './requisite-name';
import { PauseNote } from './pause-note';
import { DetailsCard, ManagementCard, ScheduleCard } from './requisite-cards';
import { areLimitsGood, toBody, toFields } from './requisite-fields';
import { RequisiteHistory } from './requisite-history';

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
      tools={mayEdit && <ResetCount requisite={requisite} />}
      apart={mayEdit && <ArchiveRequisite requisite={requisite} onDone={form.reset} />}
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
            <FactsCard
              title={t('requisites.counters')}
              lead={todayFacts(requisite, t)}
              facts={counterFacts(requisite, t)}
            />
            <ScheduleCard form={form} />
            <RequisiteHistory id={requisite.id} version={requisite.payee_version} />
          </>
        }
      />
    </FormScreen>
  );
}

const counterFacts = (requisite: Requisite, t: TFunction): readonly Fact[] => [
  [t('requisites.totalDeals'), formatCount(requisite.total_deals_count)],
  [t('requisites.dealsSum'), inRub(requisite.sum_deals)],
  [t('requisites.allTime'), inRub(requisite.total_deals_amount_countable)],
];

const todayFacts = (requisite: Requisite, t: TFunction): readonly Fact[] => [
  [t('requisites.today'), inRub(requisite.today_deals_amount_countable)],
];

function ResetCount({ requisite }: { requisite: Requisite }) {
  const { t } = useTranslation();
  const [resetDeals] = useResetRequisiteDealsMutation();
  const run = useAction(resetDeals, { success: t('requisites.countReset'), failure: t('errors.run') });
  return (
    <AskButton
      variant="default"
      question={{
        title: t('requisites.resetTitle', { name: requisiteName(requisite) }),
        text: t('requisites.resetText'),
        confirmText: t('actions.reset'),
      }}
      onConfirm={() => run(requisite.id)}
    >
      {t('requisites.resetCount')}
    </AskButton>
  );
}
