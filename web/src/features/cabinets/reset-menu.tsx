import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResetCabinetDealsMutation, useResetCabinetSumMutation, type Cabinet } from '@/api/cabinets';
import { useMay } from '@/session/may';
import { useAction } from '@/shared/action/use-action';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { useTraderTexts } from '@/shared/i18n/trader';
import { textOf } from '@/shared/lib/text-of';
import { MenuButton } from '@/shared/menu/menu-button';

type Reset = 'Count' | 'Sum';
const RESETS = ['Count', 'Sum'] as const;

/** What is reset seldom, at some distance: a menu of the row. */
export function ResetMenu({ cabinet }: { cabinet: Cabinet }) {
  const t = useTraderTexts();
  const [asking, setAsking] = useState<Reset>();
  const mayEdit = useMay('cabinets.edit');
  const name = textOf(cabinet.device_name);
  return (
    <>
      <MenuButton
        label={t('trader:health.menu', { name })}
        disabled={cabinet.is_blocked_forever || !mayEdit}
        items={RESETS.map((reset) => ({
          text: t(`cabinets.reset${reset}`),
          label: t(`cabinets.reset${reset}Of`, { name }),
          onPick: () => setAsking(reset),
        }))}
      />
      {asking && <AskReset cabinet={cabinet} reset={asking} onClose={() => setAsking(undefined)} />}
    </>
  );
}

interface AskResetProps {
  cabinet: Cabinet;
  reset: Reset;
  onClose: () => void;
}

/** What was counted is gone: the limits of the cabinet begin anew. */
function AskReset({ cabinet, reset, onClose }: AskResetProps) {
  const { t } = useTranslation();
  const [resetDeals] = useResetCabinetDealsMutation();
  const [resetSum] = useResetCabinetSumMutation();
  const runDeals = useAction(resetDeals, { success: t('cabinets.countReset'), failure: t('errors.run') });
  const runSum = useAction(resetSum, { success: t('cabinets.sumReset'), failure: t('errors.run') });
  const confirm = async () => {
    const isDone = await (reset === 'Count' ? runDeals : runSum)(cabinet.id);
    onClose();
    return isDone;
  };
  return (
    <ConfirmDialog
      title={t(`cabinets.reset${reset}Title`, { name: textOf(cabinet.device_name) })}
      text={t('cabinets.resetText')}
      confirmText={t('actions.reset')}
      moot={cabinet.is_blocked_forever ? t('cabinets.blockedHint') : undefined}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
