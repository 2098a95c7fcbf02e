import { Button } from '@mantine/core';
import { useRemoveAlertChannelMutation } from '@/api/alerts';
import { useAction } from '@/shared/action/use-action';
import { useTexts } from './texts';

/** Calls nobody there any more. It can be switched on again at once, so nothing is asked. */
export function RemoveChannel({ id, label, text }: { id: string; label?: string; text: string }) {
  const t = useTexts();
  const [remove] = useRemoveAlertChannelMutation();
  const run = useAction(remove, { success: t('alerts:browsers.removed'), failure: t('alerts:failed') });
  return (
    <Button
      size="xs"
      variant="default"
      {...(label !== undefined && { 'aria-label': label })}
      onClick={() => void run(id)}
    >
      {text}
    </Button>
  );
}
