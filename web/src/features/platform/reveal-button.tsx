import { May } from '@/session/may';
import { ActionButton } from '@/shared/action/action-button';
import { useAction } from '@/shared/action/use-action';
import { useTexts } from './texts';

interface RevealButtonProps {
  id: string;
  isRevealed: boolean;
  reveal: (id: string) => { unwrap: () => Promise<unknown> };
}

/** Shows an object's numbers without dots; the look is kept in the journal. */
export function RevealButton({ id, isRevealed, reveal }: RevealButtonProps) {
  const t = useTexts();
  const run = useAction(reveal, {
    success: t('platform:payee.revealed'),
    failure: t('platform:payee.notRevealed'),
  });
  return (
    <May right="platform.reveal">
      <ActionButton variant="default" disabled={isRevealed} onClick={() => void run(id)}>
        {t('platform:payee.reveal')}
      </ActionButton>
    </May>
  );
}
