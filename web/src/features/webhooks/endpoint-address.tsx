import { Button } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useUpdateWebhookEndpointMutation, type WebhookEndpoint } from '@/api/webhooks';
import { fieldErrors } from '@/shared/lib/problem';
import { Dialog, DialogActions } from '@/shared/form/dialog';
import { TextField } from '@/shared/form/text-field';
import { useAction } from '@/shared/action/use-action';
import { CopyableCode } from './copyable-code';
import { useTexts } from './texts';
import classes from './webhooks.module.css';

const LONGEST = 2048;

/** The address, whole, and the way to another one. */
export function EndpointAddress({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTexts();
  const [isChanging, setChanging] = useState(false);
  const { url } = endpoint;
  return (
    <div className={classes.value}>
      {url === '' ? (
        <span className={classes.none}>{t('webhooks:endpoint.none')}</span>
      ) : (
        <CopyableCode value={url} subject={t('webhooks:endpoint.address')} />
      )}
      <Button size="xs" variant={url === '' ? 'filled' : 'default'} onClick={() => setChanging(true)}>
        {url === '' ? t('webhooks:endpoint.set') : t('webhooks:endpoint.change')}
      </Button>
      {isChanging && <ChangeAddress endpoint={endpoint} onClose={() => setChanging(false)} />}
    </div>
  );
}

function ChangeAddress({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const t = useTexts();
  const [url, setUrl] = useState(endpoint.url);
  const [error, setError] = useState<string>();
  const [update, { isLoading }] = useUpdateWebhookEndpointMutation();
  const run = useAction(update, {
    success: t('form.saved'),
    failure: t('webhooks:endpoint.saveFailed'),
    onFailure: (problem) => setError(fieldErrors(problem)['url']),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Who gives the first address wants webhooks.
    const isActive = endpoint.is_active || endpoint.url === '';
    if (await run({ url: url.trim(), is_active: isActive })) onClose();
  };
  return (
    <Dialog title={t('webhooks:endpoint.dialog')} isBusy={isLoading} onClose={onClose}>
      <form className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('webhooks:endpoint.address')}
          hint={t('webhooks:endpoint.hint')}
          placeholder={t('webhooks:endpoint.placeholder')}
          type="url"
          maxLength={LONGEST}
          value={url}
          error={error}
          onChange={(value) => {
            setUrl(value);
            setError(undefined);
          }}
        />
        <DialogActions>
          <Button variant="default" disabled={isLoading} onClick={onClose}>
            {t('actions.cancel')}
          </Button>
          <Button type="submit" loading={isLoading}>
            {t('form.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
