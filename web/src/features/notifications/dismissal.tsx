import { DISMISSALS, type Dismissal as Reason } from '@kantor/contract/plain/match.ts';
import { Button } from '@mantine/core';
import { useId, useRef } from 'react';
import { type MessageToSort, useDismissMessageMutation } from '@/api/match';
import { useAction } from '@/shared/action/use-action';
import { useMatchTexts } from '@/shared/i18n/match';
import { focusPlaces } from '@/shared/lib/focus-places';
import classes from './desk.module.css';

interface DismissalProps {
  message: MessageToSort;
  /** What the message is called where only its name is heard. */
  name: string;
  disabled: boolean;
  /** The focus comes here first: there is no order. */
  isFirst: boolean;
  onDone: (dismissed: { id: string; reason: Reason }) => void;
}

/** Says that a message is about no order, and why. */
export function Dismissal({ message, name, disabled, isFirst, onDone }: DismissalProps) {
  const t = useMatchTexts();
  const panel = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const [dismiss] = useDismissMessageMutation();
  const run = useAction(dismiss, { failure: t('match:dismissFailed') });
  const place = (element: HTMLElement) => {
    const box = trigger.current?.getBoundingClientRect();
    if (!box) return;
    const right = Math.max(8, document.documentElement.clientWidth - box.right);
    const above = document.documentElement.clientHeight - box.top + 4;
    const hasRoomBelow = box.bottom + 240 < document.documentElement.clientHeight;
    element.style.inset = hasRoomBelow ? `${box.bottom + 4}px ${right}px auto auto` : `auto ${right}px ${above}px auto`;
  };
  const say = async (reason: Reason) => {
    document.getElementById(panel)?.hidePopover();
    // To be found while the row is still there.
    const places = focusPlaces(trigger.current);
    trigger.current?.focus();
    if (!(await run({ id: message.id, body: { reason } }))) return;
    if (document.activeElement === trigger.current || document.activeElement === document.body) places.onward();
    onDone({ id: message.id, reason });
  };
  return (
    <>
      <Button
        ref={trigger}
        size="xs"
        variant="default"
        aria-label={t('match:dismissOf', { sum: name })}
        disabled={disabled}
        popoverTarget={panel}
        {...(isFirst && { 'data-first': '' })}
      >
        {t('match:dismiss')}
      </Button>
      <div
        id={panel}
        popover="auto"
        className={classes.menu}
        role="group"
        aria-label={t('match:why')}
        onBeforeToggle={({ currentTarget }) => place(currentTarget)}
      >
        {DISMISSALS.map((reason) => (
          <button key={reason} type="button" onClick={() => void say(reason)}>
            {t(`match:dismissals.${reason}`)}
          </button>
        ))}
      </div>
    </>
  );
}
