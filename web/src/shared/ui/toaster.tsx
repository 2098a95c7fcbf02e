import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestId } from './request-id';
import { CheckIcon, CloseIcon, WarningIcon } from './icons';
import { openPlace, toast, useToasts, type Toast } from './toast';
import classes from './toaster.module.css';

/** A success is read in passing; a failure stays until it is closed. */
const SUCCESS_MS = 5000;

/**
 * Shows the toasts, the latest last. Both live regions are always there: a screen reader
 * only speaks what appears in one that it already knows.
 * A dialog has a toaster of its own: what is outside of it lies under its backdrop, and is neither reached nor spoken.
 */
export function Toaster() {
  const [place] = useState(() => Symbol('place of toasts'));
  useEffect(() => openPlace(place), [place]);
  const toasts = useToasts(place);
  const shown = (tone: Toast['tone']) =>
    toasts.filter((item) => item.tone === tone).map((item) => <ToastCard key={item.id} item={item} />);
  return (
    <div className={classes.toaster}>
      <div aria-live="assertive" className={classes.region}>
        {shown('danger')}
      </div>
      <div aria-live="polite" className={classes.region}>
        {shown('success')}
      </div>
    </div>
  );
}

function ToastCard({ item }: { item: Toast }) {
  const { t } = useTranslation();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (item.tone === 'danger' || isHeld) return undefined;
    const timer = setTimeout(toast.close, SUCCESS_MS, item.id);
    return () => clearTimeout(timer);
  }, [item, isHeld]);

  return (
    <div
      className={classes.toast}
      data-tone={item.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      {item.tone === 'success' ? <CheckIcon /> : <WarningIcon />}
      <div className={classes.text}>
        <p className={classes.title}>{item.text}</p>
        {item.detail !== undefined && <p>{item.detail}</p>}
        <RequestId id={item.requestId} />
      </div>
      <button type="button" aria-label={t('actions.close')} onClick={() => toast.close(item.id)}>
        <CloseIcon />
      </button>
    </div>
  );
}
