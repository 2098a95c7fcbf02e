import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../dialog/dialog';
import classes from '../dialog/dialog.module.css';
import type { Form } from './use-form';

interface FormDialogProps {
  title: string;
  form: Pick<Form<object>, 'element' | 'isBusy' | 'isComplete'>;
  submitText: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: Enter submits, and nothing closes it while a save is under way. */
export function FormDialog({ title, form, submitText, onClose, children }: FormDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog title={title} isBusy={form.isBusy} onClose={onClose}>
      <form className={classes.form} {...form.element}>
        {children}
        <DialogActions>
          <Button variant="default" disabled={form.isBusy} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={form.isBusy} disabled={!form.isComplete}>
            {submitText}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
