import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useArchiveRequisiteMutation, useResetRequisiteDealsMutation, type Requisite } from '@/api/requisites';
import { useAction } from '@/shared/action/use-action';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { useTraderTexts } from '@/shared/i18n/trader';
import { paths } from '@/shared/lib/paths';
import { MenuButton } from '@/shared/menu/menu-button';
import { requisiteName } from './requisite-name';

interface RequisiteMenuProps {
  requisite: Requisite;
  /** It is archived: what was being changed is void. */
  onArchived: () => void;
}

/** What is done to a requisite seldom, far from what saves it. */
export function RequisiteMenu({ requisite, onArchived }: RequisiteMenuProps) {
  const t = useTraderTexts();
  const [asking, setAsking] = useState<'reset' | 'archive'>();
  const close = () => setAsking(undefined);
  return (
    <>
      <MenuButton
        isOfPage
        label={t('trader:requisiteMenu')}
        items={[
          { text: t('requisites.resetCount'), onPick: () => setAsking('reset') },
          { text: t('requisites.archive'), isDanger: true, onPick: () => setAsking('archive') },
        ]}
      />
      {asking === 'reset' && <AskReset requisite={requisite} onClose={close} />}
      {asking === 'archive' && <AskArchive requisite={requisite} onArchived={onArchived} onClose={close} />}
    </>
  );
}

interface AskProps {
  requisite: Requisite;
  onClose: () => void;
}

function AskReset({ requisite, onClose }: AskProps) {
  const { t } = useTranslation();
  const [reset] = useResetRequisiteDealsMutation();
  const run = useAction(reset, { success: t('requisites.countReset'), failure: t('errors.run') });
  const confirm = async () => {
    const isDone = await run(requisite.id);
    onClose();
    return isDone;
  };
  return (
    <ConfirmDialog
      title={t('requisites.resetTitle', { name: requisiteName(requisite) })}
      text={t('requisites.resetText')}
      confirmText={t('actions.reset')}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}

/** An archived requisite leaves the list, and its page leads back there. */
function AskArchive({ requisite, onArchived, onClose }: AskProps & Pick<RequisiteMenuProps, 'onArchived'>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [archive] = useArchiveRequisiteMutation();
  const run = useAction(archive, { success: t('form.saved'), failure: t('errors.run') });
  const confirm = async () => {
    const isDone = await run(requisite.id);
    if (isDone) {
      // Rendered before the way leads on: nothing unsaved may hold it back.
      flushSync(onArchived);
      await navigate(paths.requisites, { replace: true });
    }
    onClose();
    return isDone;
  };
  return (
    <ConfirmDialog
      title={t('requisites.archiveTitle', { name: requisiteName(requisite) })}
      text={t('requisites.archiveText')}
      confirmText={t('requisites.archive')}
      danger
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
