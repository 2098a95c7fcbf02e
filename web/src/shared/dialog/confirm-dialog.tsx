import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from './dialog';
import classes from './dialog.module.css';

interface ConfirmDialogProps {
  /** Names the thing: 'Заблокировать «Samsung A54» навсегда?' */
  title: string;
  text?: string;
  confirmText: string;
  cancelText?: string;
  /** Why there is nothing to be asked any more: what happened while the question stood there. */
  moot?: string | undefined;
  /** It cannot be undone. */
  danger?: boolean;
  /** The dialog stays, waiting, until this is settled; closing it afterwards is the caller's. */
  onConfirm: () => Promise<unknown> | void;
  onClose: () => void;
}

/** Asks before an action; the focus is on leaving things as they are. */
export function ConfirmDialog({
  title,
  text,
  confirmText,
  cancelText,
  moot,
  danger,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [isRunning, setRunning] = useState(false);
  const confirm = async () => {
    setRunning(true);
    await onConfirm();
    setRunning(false);
  };
  const isMoot = moot !== undefined && !isRunning;
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isMoot) cancel.current?.focus();
  }, [isMoot]);
  const shown = isMoot ? moot : text;
  return (
    <Dialog title={title} isBusy={isRunning} onClose={onClose}>
      <div role="status">{shown !== undefined && <p className={classes.text}>{shown}</p>}</div>
      <DialogActions>
        <Button ref={cancel} variant="default" data-autofocus disabled={isRunning} onClick={onClose}>
          {isMoot ? t('actions.close') : (cancelText ?? t('actions.cancel'))}
        </Button>
        {!isMoot && (
          <Button variant={danger ? 'danger' : 'filled'} loading={isRunning} onClick={() => void confirm()}>
            {confirmText}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
