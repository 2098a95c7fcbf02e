import type { ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ActionButton } from './action-button';
import { ConfirmDialog, type Question } from '../dialog/confirm-dialog';

interface Asked {
  question: Question;
  /** Does it; `false` when it was not done. */
  onConfirm: () => Promise<unknown>;
}

export interface AskButtonProps extends ButtonProps {
  /** Its name when that must say more than its text: of which row. */
  label?: string | undefined;
  /** What a press does where there is nothing to ask. */
  instead?: ((button: HTMLButtonElement) => void) | undefined;
  /** The object whose act is under way, and may be undone here. */
  underWay?: string | undefined;
  children: ReactNode;
}

/** A question that has more in it than yes and no. */
interface OwnQuestion {
  ask: (onClose: () => void) => ReactNode;
}

/**
 * The button of every act that cannot be taken back: it asks before it acts. Enter confirms, Escape leaves; the focus goes on
 * to the same button of the next row, or stays here, and never falls to the document.
 */
export function AskButton(props: AskButtonProps & (Asked | OwnQuestion)) {
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  const { label, instead, underWay, children, ...button } = 'ask' in props ? withoutOwn(props) : withoutAsked(props);
  return (
    <>
      <ActionButton
        {...button}
        {...(label !== undefined && { 'aria-label': label })}
        {...(underWay !== undefined && { 'data-undo': underWay })}
        // Held down, Enter would act in row after row.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={({ currentTarget }) => {
          // Not every browser gives it to a button that is clicked, and here it shall come back.
          currentTarget.focus();
          if (instead === undefined) setAsking(true);
          else instead(currentTarget);
        }}
      >
        {children}
      </ActionButton>
      {isAsking && ('ask' in props ? props.ask(close) : <Ask {...props} onClose={close} />)}
    </>
  );
}

const withoutOwn = ({ ask: _ask, ...rest }: AskButtonProps & OwnQuestion): AskButtonProps => rest;
const withoutAsked = ({ question: _question, onConfirm: _onConfirm, ...rest }: AskButtonProps & Asked) => rest;

function Ask({ question, onConfirm, onClose }: Asked & { onClose: () => void }) {
  const confirm = async () => {
    const isDone = await onConfirm();
    onClose();
    return isDone;
  };
  return <ConfirmDialog {...question} onConfirm={confirm} onClose={onClose} />;
}
