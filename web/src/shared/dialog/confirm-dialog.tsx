import { Button } from '@mantine/core';
import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from './dialog';
import classes from './dialog.module.css';

/** The second touch of a double tap falls on what has just come up under the finger. */
const DOUBLE_TAP_MS = 400;

/** What is asked before an act that cannot be taken back. */
export interface Question {
  /** Names the object, and its sum: 'Подтвердить заказ 7F3A21BC на 1 500,00 ₽?' */
  title: string;
  text?: ReactNode;
  confirmText: string;
  cancelText?: string;
  /** Why there is nothing to be asked any more: what happened while the question stood there. */
  moot?: ReactNode;
  /** What the act takes away does not come back. */
  danger?: boolean;
}

interface ConfirmDialogProps extends Question {
  /** Something must be chosen before. */
  isIncomplete?: boolean;
  /** The choice itself is on its way. */
  isAwaited?: boolean;
  /** Nobody asked for the act: Enter leaves things as they are. */
  isUnasked?: boolean;
  /** What is to be chosen. */
  children?: ReactNode;
  /** The dialog stays, waiting, until this is settled; `false`: it was not done. Closing it afterwards is the caller's. */
  onConfirm: () => Promise<unknown> | void;
  onClose: () => void;
}

/** Asks before an act: Enter does it, Escape leaves, and the focus goes on to the next object when it was done. */
export function ConfirmDialog({
  title,
  text,
  confirmText,
  cancelText,
  moot,
  danger,
  isIncomplete = false,
  isAwaited = false,
  isUnasked = false,
  children,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [isRunning, setRunning] = useState(false);
  const isDone = useRef(false);
  const wasDone = useCallback(() => isDone.current, []);
  const confirm = async () => {
    setRunning(true);
    isDone.current = (await onConfirm()) !== false;
    setRunning(false);
  };
  const isMoot = moot !== undefined && !isRunning;
  const slip = useSlipGuard();
  const form = useRef<HTMLFormElement>(null);
  const act = useRef<HTMLButtonElement>(null);
  const needsChoice = isIncomplete && !isAwaited;
  const choose = () => form.current?.querySelector('input')?.focus();
  // First choose, then confirm: until somebody does something, the focus is where there is something to choose.
  const isTouched = useRef(false);
  const watchForm = useCallback((node: HTMLFormElement | null) => {
    form.current = node;
    const touch = () => (isTouched.current = true);
    for (const kind of ['keydown', 'pointerdown']) node?.addEventListener(kind, touch);
  }, []);
  const lead = () => {
    if (needsChoice && !isTouched.current && document.activeElement === act.current) choose();
  };
  useEffect(lead);
  const submit = () => {
    if (isRunning || isMoot || isAwaited) return;
    if (isIncomplete) choose();
    else void confirm();
  };
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isMoot) cancel.current?.focus();
  }, [isMoot]);
  const shown = isMoot ? moot : text;
  return (
    <Dialog title={title} isBusy={isRunning} isQuestion wasDone={wasDone} onClose={onClose}>
      <div role="status">{shown !== undefined && <div className={classes.text}>{shown}</div>}</div>
      <form
        ref={watchForm}
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          // The button that asks may stand in a form of its own.
          event.stopPropagation();
          submit();
        }}
      >
        {!isMoot && children}
        <DialogActions>
          <Button
            ref={cancel}
            variant="default"
            data-autofocus={isUnasked || undefined}
            disabled={isRunning}
            onClick={onClose}
          >
            {isMoot ? t('actions.close') : (cancelText ?? t('actions.cancel'))}
          </Button>
          {!isMoot && (
            <Button
              ref={act}
              type="submit"
              onFocus={lead}
              variant={danger ? 'danger' : 'filled'}
              data-autofocus={!isUnasked || undefined}
              loading={isRunning}
              // Not natively: it has the focus before there is something to choose from.
              {...((isIncomplete || isAwaited) && { 'data-disabled': true, 'aria-disabled': true })}
              onKeyDown={slip.onKeyDown}
              onClick={(event) => {
                if (slip.isSlip(event)) event.preventDefault();
              }}
            >
              {confirmText}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Neither an Enter that is held down nor the second touch of a double tap answers what the first one has asked. */
function useSlipGuard() {
  const [openedAt] = useState(() => performance.now());
  return {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.repeat) event.preventDefault();
    },
    isSlip: ({ nativeEvent }: MouseEvent): boolean =>
      nativeEvent instanceof PointerEvent &&
      nativeEvent.pointerType === 'touch' &&
      performance.now() - openedAt < DOUBLE_TAP_MS,
  };
}
