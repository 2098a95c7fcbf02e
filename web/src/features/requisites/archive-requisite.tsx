import { Button } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useArchiveRequisiteMutation, type Requisite } from '@/api/requisites';
import { paths } from '@/shared/lib/paths';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { useAction } from '@/shared/action/use-action';
import { requisiteName } from './requisite-name';

interface ArchiveRequisiteProps {
  requisite: Requisite;
  /** It is archived: what was being changed is void. */
  onDone: () => void;
}

/** An archived requisite leaves the list, and this page leads back there. */
export function ArchiveRequisite({ requisite, onDone }: ArchiveRequisiteProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const [archive] = useArchiveRequisiteMutation();
  const run = useAction(archive, { success: t('form.saved'), failure: t('errors.run') });
  const confirm = async () => {
    const isDone = await run(requisite.id);
    // Rendered before the way leads on: nothing unsaved may hold it back.
    flushSync(() => {
      setAsking(false);
      if (isDone) onDone();
    });
    if (isDone) await navigate(paths.requisites, { replace: true });
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('requisites.archive')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('requisites.archiveTitle', { name: requisiteName(requisite) })}
          text={t('requisites.archiveText')}
          confirmText={t('requisites.archive')}
          onConfirm={confirm}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
