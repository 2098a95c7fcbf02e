import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useCreateApiKeyMutation } from '@/api/api-keys';
import { fieldErrors } from '@/shared/lib/problem';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog, DialogActions } from '@/shared/form/dialog';
import { TextField } from '@/shared/form/text-field';
import { useAction } from '@/shared/action/use-action';
import { useTexts } from './texts';
import classes from './webhooks.module.css';

const LONGEST = 100;

/** Asks for a name, then shows the key: this once. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [create, { isLoading, data: made }] = useCreateApiKeyMutation();
  const run = useAction(create, {
    failure: t('webhooks:keys.createFailed'),
    onFailure: (problem) => setError(fieldErrors(problem)['name']),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run({ name: name.trim() });
  };
  if (made) return <MadeApiKey name={made.name} value={made.key} onClose={onClose} />;
  return (
    <Dialog title={t('webhooks:keys.create')} isBusy={isLoading} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        <TextField
          label={t('webhooks:keys.name')}
          hint={t('webhooks:keys.nameHint')}
          maxLength={LONGEST}
          value={name}
          error={error}
          onChange={(value) => {
            setName(value);
            setError(undefined);
          }}
        />
        <DialogActions>
          <Button variant="default" disabled={isLoading} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isLoading} disabled={name.trim() === ''}>
            {t('webhooks:keys.create')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Escape does not close it: the key would be gone. */
function MadeApiKey({ name, value, onClose }: { name: string; value: string; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog title={t('webhooks:keys.madeTitle', { name })} isBusy onClose={onClose}>
      <p className={classes.note}>{t('webhooks:keys.made')}</p>
      <code className={classes.key}>{value}</code>
      <DialogActions>
        <CopyButton value={value}>{t('webhooks:keys.copy')}</CopyButton>
        <Button onClick={onClose}>{t('webhooks:keys.done')}</Button>
      </DialogActions>
    </Dialog>
  );
}
