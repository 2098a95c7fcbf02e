import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCreateApiKeyMutation } from '@/api/api-keys';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { useTexts } from './texts';
import classes from './webhooks.module.css';

interface MadeKey {
  name: string;
  key: string;
}

/** Asks for a name, then shows the key: this once. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [made, setMade] = useState<MadeKey>();
  const [create] = useCreateApiKeyMutation();
  const form = useForm({
    initial: { name: '' },
    save: ({ name }) => create({ name: name.trim() }),
    texts: { failure: t('webhooks:keys.createFailed') },
    isComplete: ({ name }) => name.trim() !== '',
    onSaved: setMade,
  });
  if (made) return <MadeApiKey made={made} onClose={onClose} />;
  return (
    <FormDialog title={t('webhooks:keys.create')} form={form} submitText={t('webhooks:keys.create')} onClose={onClose}>
      <TextField
        label={t('webhooks:keys.name')}
        hint={t('webhooks:keys.nameHint')}
        maxLength={MAX_LENGTH.name}
        {...form.field('name')}
      />
    </FormDialog>
  );
}

/** Escape does not close it: the key would be gone. */
function MadeApiKey({ made: { name, key }, onClose }: { made: MadeKey; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog title={t('webhooks:keys.madeTitle', { name })} isBusy onClose={onClose}>
      <p className={classes.note}>{t('webhooks:keys.made')}</p>
      <code className={classes.key}>{key}</code>
      <DialogActions>
        <CopyButton value={key}>{t('webhooks:keys.copy')}</CopyButton>
        <Button onClick={onClose}>{t('webhooks:keys.done')}</Button>
      </DialogActions>
    </Dialog>
  );
}
