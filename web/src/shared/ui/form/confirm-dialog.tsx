import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from './dialog';
import classes from './dialog.module.css';

interface ConfirmDialogProps {
  /** Names the thing: 'Заблокировать «Samsung A54» навсегда?' */
  title: string;
  text?: string;
  confirmText: string;
  cancelText?: string;
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
  return (
    <Dialog title={title} isBusy={isRunning} onClose={onClose}>
      {text !== undefined && <p className={classes.text}>{text}</p>}
      <DialogActions>
        <Button variant="default" data-autofocus disabled={isRunning} onClick={onClose}>
          {cancelText ?? t('actions.cancel')}
        </Button>
        <Button variant={danger ? 'danger' : 'filled'} loading={isRunning} onClick={() => void confirm()}>
          {confirmText}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
