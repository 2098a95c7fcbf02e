import { Button } from '@mantine/core';
import { useRestoreMessageMutation } from '@/api/match';
import { May } from '@/session/may';
import { useAction } from '@/shared/action/use-action';
import { useMatchTexts } from '@/shared/i18n/match';

/** Takes back that a message is about no order. */
export function Restore({ id }: { id: string }) {
  const t = useMatchTexts();
  const [restore, { isLoading }] = useRestoreMessageMutation();
  const run = useAction(restore, { success: t('match:restored'), failure: t('match:restoreFailed') });
  return (
    <May right="orders.confirm">
      <Button loading={isLoading} onClick={() => void run(id)}>
        {t('match:restore')}
      </Button>
    </May>
  );
}
