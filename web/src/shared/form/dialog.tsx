import { useEffect, useId, useRef, type ReactNode } from 'react';
import { Toaster } from '../ui/toaster';
import classes from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** An answer is being waited for, or something is shown that will not be shown again: Escape does nothing. */
  isBusy?: boolean;
  children: ReactNode;
}

/**
 * A modal over the screen, open as long as it is rendered. The focus starts on what is marked with `data-autofocus`,
 * stays inside, and returns to where it was.
 */
export function Dialog({ title, onClose, isBusy = false, children }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    isLeft.current = false;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      isLeft.current = true;
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!isBusy) onClose();
      }}
      // A browser may close it all the same: a second Escape asks nobody.
      onClose={() => {
        if (!isLeft.current) onClose();
      }}
    >
      <h2 id={titleId} className={classes.title}>
        {title}
      </h2>
      {children}
      <Toaster />
    </dialog>
  );
}

/** The row of a dialog's buttons. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
