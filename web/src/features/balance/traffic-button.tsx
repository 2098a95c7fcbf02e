import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useToggleTrafficMutation, type TraderDashboard } from '@/api/balance';
import { readProblem } from '@/shared/lib/problem';
import { toast } from '@/shared/ui/toast';
import { useOptimisticSwitch } from '@/shared/action/use-optimistic-switch';
import classes from './balance.module.css';

/** The value of `reason` when nothing stands in the way. */
const FINE = 'ok';

/** The trader's traffic, on or off. Answers at once; the last wanted state is the one that is saved. */
export function TrafficButton({ dashboard }: { dashboard: TraderDashboard }) {
  const { t } = useTranslation();
  const [toggle] = useToggleTrafficMutation();
  const save = useCallback((wanted: boolean) => toggle(wanted).unwrap(), [toggle]);
  const onFailure = useCallback((error: unknown) => toast.failure(t('errors.action'), readProblem(error)), [t]);
  const [isOn, want] = useOptimisticSwitch(dashboard.is_active, save, onFailure);
  const { can_be_enable: canBeEnabled, reason } = dashboard.account_enable_info;

  return (
    <div className={classes.traffic}>
      {reason !== FINE && reason !== '' && (
        <p className={classes.reason} id="traffic-reason">
          {reason}
        </p>
      )}
      <button
        type="button"
        className={classes.trafficButton}
        aria-pressed={isOn}
        aria-describedby={reason === FINE ? undefined : 'traffic-reason'}
        disabled={!canBeEnabled}
        onClick={() => want(!isOn)}
      >
        {isOn ? t('balance.trafficOn') : t('balance.trafficOff')}
      </button>
    </div>
  );
}
