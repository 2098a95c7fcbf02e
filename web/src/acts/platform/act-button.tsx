import type { ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { May } from '@/session/may';
import { AskButton } from '@/shared/action/ask-button';
import { ActionDialog, type ActionDialogProps } from './action-dialog';

interface ActOptions<Fields extends object> extends Omit<ActionDialogProps<Fields>, 'onClose'>, ButtonProps {
  /** The button's name when that must say more than its text: of which row. */
  label?: string;
  children: ReactNode;
}

/** The button of an action of the platform's people, for those who may do it. */
export function ActButton<Fields extends object>({ label, children, variant, size, ...dialog }: ActOptions<Fields>) {
  return (
    <May right={dialog.action.carryOut.right}>
      <AskButton
        {...(variant !== undefined && { variant })}
        {...(size !== undefined && { size })}
        label={label}
        ask={(onClose) => <ActionDialog {...dialog} onClose={onClose} />}
      >
        {children}
      </AskButton>
    </May>
  );
}
