import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useResetCabinetDealsMutation, useResetCabinetSumMutation, type Cabinet } from '@/api/cabinets';
import { useMay } from '@/session/may';
import { useAction } from '@/shared/action/use-action';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { useTraderTexts } from '@/shared/i18n/trader';
import { textOf } from '@/shared/lib/text-of';
import classes from './health.module.css';

const DOTS = '…';
type Reset = 'Count' | 'Sum';
const RESETS = ['Count', 'Sum'] as const;

/** What is reset seldom, at some distance: a menu of the row. The browser opens and dismisses it. */
export function ResetMenu({ cabinet }: { cabinet: Cabinet }) {
  const t = useTraderTexts();
  const panel = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [asking, setAsking] = useState<Reset>();
  const mayEdit = useMay('cabinets.edit');
  const name = textOf(cabinet.device_name);
  const label = t('trader:health.menu', { name });
  const place = (element: HTMLElement) => {
    const box = trigger.current?.getBoundingClientRect();
    if (!box) return;
    const right = Math.max(8, document.documentElement.clientWidth - box.right);
    element.style.inset = `${box.bottom + 4}px ${right}px auto auto`;
  };
  const ask = (reset: Reset) => {
    document.getElementById(panel)?.hidePopover();
    // The question comes back to where it was asked for, or goes on to the next row's.
    trigger.current?.focus();
    setAsking(reset);
  };
  return (
    <>
      <Button
        ref={trigger}
        size="xs"
        variant="default"
        aria-label={label}
        disabled={cabinet.is_blocked_forever || !mayEdit}
        popoverTarget={panel}
      >
        {DOTS}
      </Button>
      <div
        id={panel}
        popover="auto"
        className={classes.menu}
        role="group"
        aria-label={label}
        onBeforeToggle={({ currentTarget }) => place(currentTarget)}
      >
        {RESETS.map((reset) => (
          <button
            key={reset}
            type="button"
            aria-label={t(`cabinets.reset${reset}Of`, { name })}
            onClick={() => ask(reset)}
          >
            {t(`cabinets.reset${reset}`)}
          </button>
        ))}
      </div>
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
