import { useTranslation } from 'react-i18next';
import { useResetCabinetDealsMutation, useResetCabinetSumMutation, type Cabinet } from '@/api/cabinets';
import { useMay } from '@/session/may';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { textOf } from '@/shared/lib/text-of';
import classes from './cabinets.module.css';

interface ResetProps {
  cabinet: Cabinet;
}

export function ResetCount({ cabinet }: ResetProps) {
  const { t } = useTranslation();
  const [reset] = useResetCabinetDealsMutation();
  const run = useAction(reset, { success: t('cabinets.countReset'), failure: t('errors.run') });
  return <ResetButton of="Count" cabinet={cabinet} onConfirm={() => run(cabinet.id)} />;
}

export function ResetSum({ cabinet }: ResetProps) {
  const { t } = useTranslation();
  const [reset] = useResetCabinetSumMutation();
  const run = useAction(reset, { success: t('cabinets.sumReset'), failure: t('errors.run') });
  return <ResetButton of="Sum" cabinet={cabinet} onConfirm={() => run(cabinet.id)} />;
}

interface ResetButtonProps extends ResetProps {
  of: 'Count' | 'Sum';
  onConfirm: () => Promise<unknown>;
}

/** What was counted is gone: the limits of the cabinet begin anew. */
function ResetButton({ of, cabinet, onConfirm }: ResetButtonProps) {
  const { t } = useTranslation();
  const mayEdit = useMay('cabinets.edit');
  const name = textOf(cabinet.device_name);
  return (
    <AskButton
      size="xs"
      variant="default"
      className={classes.reset ?? ''}
      label={t(`cabinets.reset${of}Of`, { name })}
      disabled={cabinet.is_blocked_forever || !mayEdit}
      question={{
        title: t(`cabinets.reset${of}Title`, { name }),
        text: t('cabinets.resetText'),
        confirmText: t('actions.reset'),
        moot: cabinet.is_blocked_forever ? t('cabinets.blockedHint') : undefined,
      }}
      onConfirm={onConfirm}
    >
      {t(`cabinets.reset${of}`)}
    </AskButton>
  );
}
