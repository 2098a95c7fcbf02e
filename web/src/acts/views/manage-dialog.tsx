import { MAX_VIEW_NAME, type ViewList } from '@kantor/contract/plain/views.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useChangeViewMutation, useChooseViewMutation, useRemoveViewMutation, type View } from '@/api/views';
import { useAction } from '@/shared/action/use-action';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { useViewTexts } from '@/shared/i18n/views';
import { MenuButton, type MenuItem } from '@/shared/menu/menu-button';
import classes from './views.module.css';

interface ManageDialogProps {
  list: ViewList;
  /** Of what the list shows now. */
  query: string;
  views: readonly View[];
  onClose: () => void;
}

type Step = { of: 'rename' | 'remove'; view: View };

/** The views that a person sees of a list, and what they may do with each. */
export default function ManageDialog({ list, query, views, onClose }: ManageDialogProps) {
  const t = useViewTexts();
  const [step, setStep] = useState<Step>();
  const back = () => setStep(undefined);
  // One dialog at a time: Escape closes the one that is seen, and the list of them comes back.
  if (step?.of === 'rename') return <Rename key="rename" view={step.view} onClose={back} />;
  if (step?.of === 'remove') return <Remove key="remove" view={step.view} onClose={back} />;
  return (
    <Dialog key="views" title={t('views:managing.title')} onClose={onClose}>
      {views.length === 0 ? (
        <p className={classes.text}>{t('views:managing.none')}</p>
      ) : (
        <ul className={classes.rows}>
          {views.map((view) => (
            <ViewRow key={view.id} list={list} query={query} view={view} onStep={(of) => setStep({ of, view })} />
          ))}
        </ul>
      )}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('actions.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface ViewRowProps {
  list: ViewList;
  query: string;
  view: View;
  onStep: (of: Step['of']) => void;
}

function ViewRow({ list, query, view, onStep }: ViewRowProps) {
  const t = useViewTexts();
  const [change] = useChangeViewMutation();
  const [choose] = useChooseViewMutation();
  const texts = { success: t('views:managing.done'), failure: t('views:managing.failed') };
  const runChange = useAction(change, texts);
  const runChoose = useAction(choose, texts);
  const { id, is_shared: isShared, is_own: isOwn, is_default: isDefault } = view;
  const changeTo = (body: Parameters<typeof change>[0]['body']) => void runChange({ id, body });
  const notes = [
    isShared ? t('views:managing.shared') : t('views:managing.own'),
    ...(isOwn ? [] : [t('views:managing.by', { who: view.made_by })]),
    ...(isDefault ? [t('views:managing.isDefault')] : []),
  ];
  const items: MenuItem[] = [
    {
      text: isDefault ? t('views:managing.unchoose') : t('views:managing.choose'),
      onPick: () => void runChoose({ list, view: isDefault ? null : id }),
    },
    ...(view.may_change
      ? [
          { text: t('views:managing.rename'), onPick: () => onStep('rename') },
          { text: t('views:managing.replace'), onPick: () => changeTo({ query }) },
          { text: sharingText(t, view), onPick: () => changeTo({ is_shared: !isShared }) },
          { text: t('views:managing.remove'), isDanger: true, onPick: () => onStep('remove') },
        ]
      : []),
  ];
  return (
    <li>
      <span>
        {view.name}
        <span className={classes.note}>{notes.join(', ')}</span>
      </span>
      <MenuButton label={t('views:managing.menu', { name: view.name })} items={items} />
    </li>
  );
}

/** An owner who closes somebody else's view sees it no more. */
function sharingText(t: ReturnType<typeof useViewTexts>, { is_shared: isShared, is_own: isOwn }: View): string {
  if (!isShared) return t('views:managing.share');
  return isOwn ? t('views:managing.unshare') : t('views:managing.close');
}

function Rename({ view, onClose }: { view: View; onClose: () => void }) {
  const t = useViewTexts();
  const [change] = useChangeViewMutation();
  const form = useForm({
    initial: { name: view.name },
    isComplete: ({ name }) => name.trim() !== '',
    save: ({ name }) => change({ id: view.id, body: { name: name.trim() } }),
    texts: { success: t('views:managing.done'), failure: t('views:managing.failed') },
    onSaved: onClose,
  });
  return (
    <FormDialog
      title={t('views:renaming.title', { name: view.name })}
      form={form}
      submitText={t('views:renaming.submit')}
      onClose={onClose}
    >
      <TextField label={t('views:saving.name')} maxLength={MAX_VIEW_NAME} {...form.field('name')} />
    </FormDialog>
  );
}

function Remove({ view, onClose }: { view: View; onClose: () => void }) {
  const t = useViewTexts();
  const [remove] = useRemoveViewMutation();
  const run = useAction(remove, { success: t('views:removing.done'), failure: t('views:removing.failed') });
  const confirm = async () => {
    const isDone = await run(view.id);
    onClose();
    return isDone;
  };
  return (
    <ConfirmDialog
      title={t('views:removing.title', { name: view.name })}
      text={view.is_shared ? t('views:removing.textShared') : t('views:removing.text')}
      confirmText={t('views:removing.submit')}
      danger
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
