import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '@/shared/lib/live';
import classes from './connection-note.module.css';

/** A server that restarts, or a lift, is no news. */
const PATIENCE_MS = 5000;

/** Says, after a while, that what is on the screen may be old. It goes by itself. */
export function ConnectionNote() {
  const { t } = useTranslation();
  const isLost = useLasting(useLive() === 'lost', PATIENCE_MS);
  return (
    <div className={classes.place} aria-live="polite">
      {isLost && <span className={classes.note}>{t('shell.connectionLost')}</span>}
    </div>
  );
}

/** True once `value` has been so for a while; false as soon as it is not. */
function useLasting(value: boolean, milliseconds: number): boolean {
  const [hasLasted, setLasted] = useState(false);
  useEffect(() => {
    if (!value) return undefined;
    const timer = setTimeout(() => setLasted(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLasted(false);
    };
  }, [value, milliseconds]);
  return value && hasLasted;
}
