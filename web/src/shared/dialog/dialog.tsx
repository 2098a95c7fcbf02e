import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { Toaster } from '../ui/toaster';
import classes from './dialog.module.css';
import { focusPlaces } from '../lib/focus-places';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** An answer is being waited for, or something is shown that will not be shown again: Escape does nothing. */
  isBusy?: boolean;
  /** A short question: on a phone it stands at the bottom, under the thumb. */
  isQuestion?: boolean;
  /** What it asked about is done: the focus goes on to the next object. */
  wasDone?: () => boolean;
  children: ReactNode;
}

/**
 * A modal over the screen, open as long as it is rendered. The focus starts on what is marked with `data-autofocus`,
 * stays inside, and returns to where it was, or goes on from there.
 */
export function Dialog({ title, onClose, isBusy = false, isQuestion = false, wasDone, children }: DialogProps) {
  useFocusReturn(wasDone);
  return (
    // Not the ready-made one: its title stands in a `header`, which screen readers take for another banner of the page.
    <Modal.Root
      opened
      centered
      closeOnClickOutside={false}
      closeOnEscape={!isBusy}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      classNames={{
        inner: `${classes.inner} ${isQuestion ? classes.sheet : ''}`,
        content: classes.content ?? '',
      }}
      onClose={onClose}
    >
      <Modal.Overlay className={classes.overlay ?? ''} />
      <Modal.Content>
        <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
        <Modal.Body className={classes.body ?? ''}>
          {children}
          <Toaster />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Mantine's own waits for `opened` to change, and a dialog that is taken away does not change it. */
export function useFocusReturn(wasDone?: () => boolean): void {
  useEffect(() => {
    const places = focusPlaces(document.activeElement);
    return () => (wasDone?.() ? places.onward() : places.back());
  }, [wasDone]);
}

/** The row of a dialog's buttons. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}
