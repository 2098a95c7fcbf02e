import type { ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ActionButton } from './action-button';
import { ConfirmDialog, type Question } from '../dialog/confirm-dialog';

interface AskButtonProps extends ButtonProps {
  /** Its name when that must say more than its text: of which row. */
  label?: string | undefined;
  question: Question;
  /** Does it; `false` when it was not done. */
  onConfirm: () => Promise<unknown>;
  children: ReactNode;
}

/**
 * The button of every act that cannot be taken back: it asks before it acts. Enter confirms, Escape leaves; the focus goes on
 * to the same button of the next row, or stays here, and never falls to the document.
 */
export function AskButton({ label, question, onConfirm, children, ...button }: AskButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const confirm = async () => {
    const isDone = await onConfirm();
    setAsking(false);
    return isDone;
  };
  return (
    <>
      <ActionButton
        {...button}
        {...(label !== undefined && { 'aria-label': label })}
        onClick={({ currentTarget }) => {
          // Not every browser gives it to a button that is clicked, and here it shall come back.
          currentTarget.focus();
          setAsking(true);
        }}
      >
        {children}
      </ActionButton>
      {isAsking && <ConfirmDialog {...question} onConfirm={confirm} onClose={() => setAsking(false)} />}
    </>
  );
}
