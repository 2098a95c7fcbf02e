import { DISMISSALS, type Dismissal as Reason } from '@kantor/contract/plain/match.ts';
import { type MessageToSort, useDismissMessageMutation } from '@/api/match';
import { useAction } from '@/shared/action/use-action';
import { useMatchTexts } from '@/shared/i18n/match';
import { focusPlaces } from '@/shared/lib/focus-places';
import { MenuButton } from '@/shared/menu/menu-button';

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
  const [dismiss] = useDismissMessageMutation();
  const run = useAction(dismiss, { failure: t('match:dismissFailed') });
  const say = async (reason: Reason, trigger: HTMLButtonElement | null) => {
    // To be found while the row is still there.
    const places = focusPlaces(trigger);
    if (!(await run({ id: message.id, body: { reason } }))) return;
    if (document.activeElement === trigger || document.activeElement === document.body) places.onward();
    onDone({ id: message.id, reason });
  };
  return (
    <MenuButton
      label={t('match:dismissOf', { sum: name })}
      text={t('match:dismiss')}
      itemsLabel={t('match:why')}
      disabled={disabled}
      isFirst={isFirst}
      items={DISMISSALS.map((reason) => ({
        text: t(`match:dismissals.${reason}`),
        onPick: (trigger) => void say(reason, trigger),
      }))}
    />
  );
}
