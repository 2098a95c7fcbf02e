import { Link } from 'react-router';
import type { RadarValue } from '@/api/platform-radar';
import { StatusBadge } from '@/shared/ui/status-badge';
import { countedPath, periodText, shareText, stateText, valueText } from './figure-values';
import classes from './radar.module.css';
import { useTexts } from './texts';

/** A figure of an account: its value, what it is counted from, of when, and how it stands to its threshold. */
export function Figure({ accountId, value }: { accountId: string; value: RadarValue }) {
  const t = useTexts();
  const { figure, state, acknowledged } = value;
  const words = stateText(value, t);
  return (
    <div className={classes.figure} data-state={state}>
      <span>{t(`radar:figure.${figure}`)}</span>
      {value.value !== null && (
        <>
          <Link to={countedPath(figure, accountId)}>{valueText(figure, value.value, t)}</Link>
          <small>{[shareText(value, t), periodText(value, t)].filter(Boolean).join(', ')}</small>
        </>
      )}
      {state === 'crossed' ? <StatusBadge tone="danger">{words}</StatusBadge> : words && <small>{words}</small>}
      {acknowledged && <small>{t('radar:known', acknowledged)}</small>}
    </div>
  );
}
