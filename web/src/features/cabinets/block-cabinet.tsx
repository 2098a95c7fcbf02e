import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlockCabinetMutation, type Cabinet } from '@/api/cabinets';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { useAction } from '@/shared/action/use-action';

/** Cannot be undone, so it asks first, and shows the outcome only when the server has stated it. */
export function BlockCabinet({ cabinet }: { cabinet: Cabinet }) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [block] = useBlockCabinetMutation();
  const run = useAction(block, { success: t('cabinets.blockDone'), failure: t('cabinets.blockFailed') });
  const confirm = async () => {
    await run(cabinet.id);
    setAsking(false);
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('cabinets.block')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('cabinets.blockTitle', { name: cabinet.device_name })}
          text={t('cabinets.blockText')}
          confirmText={t('cabinets.block')}
          danger
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
