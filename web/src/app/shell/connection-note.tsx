import { useTranslation } from 'react-i18next';
import { useLive } from '@/shared/lib/live';
import { useDelayedTrue } from '@/shared/lib/use-delayed-true';
import classes from './connection-note.module.css';

/** A server that restarts, or a lift, is no news. */
const SHOWN_AFTER_MS = 5000;

/** Says, after a while, that what is on the screen may be old. It goes by itself. */
export function ConnectionNote() {
  const { t } = useTranslation();
  const isLost = useDelayedTrue(useLive() === 'lost', SHOWN_AFTER_MS);
  return (
    <div className={classes.place} aria-live="polite">
      {isLost && <span className={classes.note}>{t('shell.connectionLost')}</span>}
    </div>
  );
}
