import { useTranslation } from 'react-i18next';
import { undo, useWaiting } from './soon';
import classes from './undo-bar.module.css';

const KEY = 'U';

/** Acts that are about to be sent, and the way to undo the latest, on whichever screen the person is by now. */
export function UndoBar() {
  const { t } = useTranslation();
  const waiting = useWaiting();
  const [latest] = waiting.at(-1) ?? [];
  if (latest === undefined) return null;
  return (
    <div className={classes.bar}>
      <span className={classes.text}>
        {t('soon.confirming', { sums: waiting.map(([, sum]) => `${sum}\u00a0₽`).join(' · ') })}
      </span>
      <button type="button" className={classes.undo} onClick={() => undo(latest)}>
        {t('soon.undoLatest')} <kbd>{KEY}</kbd>
      </button>
      <span key={latest} className={classes.time} aria-hidden="true" />
    </div>
  );
}
