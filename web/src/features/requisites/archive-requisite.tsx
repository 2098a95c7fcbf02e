import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useArchiveRequisiteMutation, type Requisite } from '@/api/requisites';
import { paths } from '@/shared/lib/paths';
import { AskButton } from '@/shared/action/ask-button';
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
  const [archive] = useArchiveRequisiteMutation();
  const run = useAction(archive, { success: t('form.saved'), failure: t('errors.run') });
  const confirm = async () => {
    if (!(await run(requisite.id))) return false;
    // Rendered before the way leads on: nothing unsaved may hold it back.
    flushSync(onDone);
    await navigate(paths.requisites, { replace: true });
    return true;
  };
  return (
    <AskButton
      variant="danger"
      question={{
        title: t('requisites.archiveTitle', { name: requisiteName(requisite) }),
        text: t('requisites.archiveText'),
        confirmText: t('requisites.archive'),
        danger: true,
      }}
      onConfirm={confirm}
    >
      {t('requisites.archive')}
    </AskButton>
  );
}
