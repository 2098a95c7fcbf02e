import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useToggleCabinetMutation, type Cabinet } from '@/api/cabinets';
import { useMay } from '@/session/may';
import { readProblem } from '@/shared/lib/problem';
import { Switch } from '@/shared/switch/switch';
import { StatusBadge } from '@/shared/ui/status-badge';
import { toast } from '@/shared/ui/toast';
import { useOptimisticSwitch } from '@/shared/action/use-optimistic-switch';
import classes from './cabinets.module.css';
import { textOf } from '@/shared/lib/text-of';
import { offlineReason } from './offline-reason';

/** A switch where the trader has one; otherwise why there is none. */
export function CabinetState({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  if (cabinet.is_blocked_forever) return <CabinetBadge cabinet={cabinet} />;
  if (cabinet.can_be_active) return <CabinetSwitch cabinet={cabinet} />;
  return (
    <span className={classes.automatic}>
      <CabinetBadge cabinet={cabinet} />
      <span className={classes.note}>{offlineReason(t, cabinet)?.reason}</span>
    </span>
  );
}

function CabinetSwitch({ cabinet: { id, device_name: name, is_active: isActive } }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  const mayEdit = useMay('cabinets.edit');
  const [toggle] = useToggleCabinetMutation();
  const save = useCallback((wanted: boolean) => toggle({ id, isActive: wanted }).unwrap(), [toggle, id]);
  const onFailure = useCallback((error: unknown) => toast.failure(t('errors.act'), readProblem(error)), [t]);
  const [isOn, want] = useOptimisticSwitch(isActive, save, onFailure);
  return (
    <span className={classes.state}>
      <Switch checked={isOn} onChange={want} label={t('cabinets.switch', { name: textOf(name) })} isFixed={!mayEdit} />
      {isOn ? t('cabinets.on') : t('cabinets.off')}
    </span>
  );
}

/** The state in a word. */
export function CabinetBadge({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  if (cabinet.is_blocked_forever) return <StatusBadge tone="danger">{t('cabinets.blocked')}</StatusBadge>;
  if (!cabinet.can_be_active) {
    return (
      <span title={offlineReason(t, cabinet)?.help ?? t('cabinets.automaticHint')}>
        <StatusBadge tone="info">{t('cabinets.automatic')}</StatusBadge>
      </span>
    );
  }
  return cabinet.is_active ? (
    <StatusBadge tone="success">{t('cabinets.on')}</StatusBadge>
  ) : (
    <StatusBadge tone="neutral">{t('cabinets.off')}</StatusBadge>
  );
}
