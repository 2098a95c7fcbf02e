import { useTranslation } from 'react-i18next';
import { useBlockCabinetMutation, type Cabinet } from '@/api/cabinets';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';

/** Cannot be undone, and looks like it. The outcome is shown only when the server has stated it. */
export function BlockCabinet({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  const [block] = useBlockCabinetMutation();
  const run = useAction(block, { success: t('cabinets.blockDone'), failure: t('cabinets.blockFailed') });
  return (
    <AskButton
      variant="danger"
      question={{
        title: t('cabinets.blockTitle', { name: cabinet.device_name }),
        text: t('cabinets.blockText'),
        confirmText: t('cabinets.block'),
        danger: true,
      }}
      onConfirm={() => run(cabinet.id)}
    >
      {t('cabinets.block')}
    </AskButton>
  );
}
