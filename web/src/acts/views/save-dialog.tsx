import { MAX_VIEW_NAME, type ViewList } from '@kantor/contract/plain/views.ts';
import { useChooseViewMutation, useSaveViewMutation, type View } from '@/api/views';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { useViewTexts } from '@/shared/i18n/views';
import { isSameQuery } from './view-query';
import classes from './views.module.css';

interface SaveDialogProps {
  list: ViewList;
  query: string;
  views: readonly View[];
  onClose: () => void;
}

/** Gives what the list shows a name. */
export default function SaveDialog({ list, query, views, onClose }: SaveDialogProps) {
  const t = useViewTexts();
  const [save] = useSaveViewMutation();
  const [choose] = useChooseViewMutation();
  const own = views.filter((view) => view.is_own);
  const current = own.find((view) => isSameQuery(view.query, query));
  const form = useForm({
    initial: {
      name: current?.name ?? '',
      isShared: current?.is_shared ?? false,
      isDefault: current?.is_default ?? false,
    },
    isComplete: ({ name }) => name.trim() !== '',
    save: ({ name, isShared, isDefault }) => ({
      unwrap: async () => {
        const view = await save({ list, name: name.trim(), query, is_shared: isShared }).unwrap();
        if (isDefault !== view.is_default) await choose({ list, view: isDefault ? view.id : null }).unwrap();
      },
    }),
    texts: { success: t('views:saving.done'), failure: t('views:saving.failed') },
    onSaved: onClose,
  });
  const name = form.fields.name.trim().toLowerCase();
  const replaced = own.some((view) => view.name.toLowerCase() === name);
  return (
    <FormDialog title={t('views:saving.title')} form={form} submitText={t('views:saving.submit')} onClose={onClose}>
      <p className={classes.text}>{t('views:saving.what')}</p>
      <TextField
        label={t('views:saving.name')}
        maxLength={MAX_VIEW_NAME}
        hint={replaced ? t('views:saving.replaces') : undefined}
        {...form.field('name')}
      />
      <CheckboxField label={t('views:saving.isShared')} {...form.field('isShared')} />
      <CheckboxField label={t('views:saving.isDefault')} {...form.field('isDefault')} />
    </FormDialog>
  );
}
