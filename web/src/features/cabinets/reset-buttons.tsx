import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useResetCabinetDealsMutation, useResetCabinetSumMutation, type Cabinet } from '@/api/cabinets';
import { useAction } from '@/shared/action/use-action';
import classes from './cabinets.module.css';

interface ResetProps {
  cabinet: Cabinet;
}

export function ResetCount({ cabinet }: ResetProps) {
  const { t } = useTranslation();
  const [reset, { isLoading }] = useResetCabinetDealsMutation();
  const run = useAction(reset, { success: t('cabinets.countReset'), failure: t('errors.run') });
  return (
    <ResetButton
      text={t('cabinets.resetCount')}
      name={t('cabinets.resetCountOf', { name: cabinet.device_name })}
      cabinet={cabinet}
      isLoading={isLoading}
      onClick={() => void run(cabinet.id)}
    />
  );
}

export function ResetSum({ cabinet }: ResetProps) {
  const { t } = useTranslation();
  const [reset, { isLoading }] = useResetCabinetSumMutation();
  const run = useAction(reset, { success: t('cabinets.sumReset'), failure: t('errors.run') });
  return (
    <ResetButton
      text={t('cabinets.resetSum')}
      name={t('cabinets.resetSumOf', { name: cabinet.device_name })}
      cabinet={cabinet}
      isLoading={isLoading}
      onClick={() => void run(cabinet.id)}
    />
  );
}

interface ResetButtonProps extends ResetProps {
  text: string;
  /** Says of which cabinet. */
  name: string;
  isLoading: boolean;
  onClick: () => void;
}

function ResetButton({ text, name, cabinet, isLoading, onClick }: ResetButtonProps) {
  return (
    <Button
      size="xs"
      variant="default"
      className={classes.reset ?? ''}
      aria-label={name}
      loading={isLoading}
      disabled={cabinet.is_blocked_forever}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
