import type { ActionRoutes } from '@kantor/contract/plain/platform-actions.ts';
import { May } from '@/session/may';
import { AskButton } from '@/shared/action/ask-button';
import { ActionDialog, type ActionDialogProps } from './action-dialog';

/** An action of the platform's people: what is asked, and how its button looks. */
export interface Act<Fields extends object> extends Omit<ActionDialogProps<Fields>, 'confirmText' | 'onClose'> {
  action: ActionRoutes;
  /** On the button. */
  text: string;
  /** Where the text alone does not say of which row. */
  label?: string;
  /** On the button that confirms; the same text when absent. */
  confirmText?: string;
  /** What its page is for. */
  isMain?: boolean;
  size?: 'xs';
}

/** The button of an action, for those who may do it. */
export function ActButton<Fields extends object>({ text, label, isMain, size, ...asked }: Act<Fields>) {
  return (
    <May right={asked.action.carryOut.right}>
      <AskButton
        label={label}
        {...(!isMain && { variant: 'default' })}
        {...(size !== undefined && { size })}
        ask={(onClose) => <ActionDialog confirmText={text} {...asked} onClose={onClose} />}
      >
        {text}
      </AskButton>
    </May>
  );
}
