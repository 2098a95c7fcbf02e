import { Button } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../dialog/dialog';
import classes from '../dialog/dialog.module.css';
import type { Form } from './use-form';

interface FormDialogProps {
  title: string;
  form: Pick<Form<object>, 'element' | 'isBusy' | 'isComplete'>;
  submitText: string;
  /** Why it cannot be submitted yet, said beside the button. */
  missing?: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog: Enter submits, and nothing closes it while a save is under way. */
export function FormDialog({ title, form, submitText, missing, onClose, children }: FormDialogProps) {
  const missingId = useId();
  const { t } = useTranslation();
  return (
    <Dialog title={title} isBusy={form.isBusy} onClose={onClose}>
      <form className={classes.form} {...form.element}>
        {children}
        {missing !== undefined && (
          <p id={missingId} className={classes.missing} role="status">
            {missing}
          </p>
        )}
        <DialogActions>
          <Button variant="default" disabled={form.isBusy} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button
            type="submit"
            loading={form.isBusy}
            disabled={!form.isComplete}
            aria-describedby={missing === undefined ? undefined : missingId}
          >
            {submitText}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
