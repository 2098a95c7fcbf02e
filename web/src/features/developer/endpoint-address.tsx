import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useUpdateWebhookEndpointMutation, type WebhookEndpoint } from '@/api/webhooks';
import { May } from '@/session/may';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { CopyableCode } from './copyable-code';
import { useTexts } from './texts';
import classes from './webhooks.module.css';

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
      <May right="webhooks.edit">
        <Button size="xs" variant={url === '' ? 'filled' : 'default'} onClick={() => setChanging(true)}>
          {url === '' ? t('webhooks:endpoint.set') : t('webhooks:endpoint.change')}
        </Button>
      </May>
      {isChanging && <ChangeAddress endpoint={endpoint} onClose={() => setChanging(false)} />}
    </div>
  );
}

function ChangeAddress({ endpoint, onClose }: { endpoint: WebhookEndpoint; onClose: () => void }) {
  const t = useTexts();
  const [update] = useUpdateWebhookEndpointMutation();
  const form = useForm({
    initial: { url: endpoint.url },
    // Who gives the first address wants webhooks.
    save: ({ url }) => update({ url: url.trim(), is_active: endpoint.is_active || endpoint.url === '' }),
    texts: { success: t('form.saved'), failure: t('webhooks:endpoint.saveFailed') },
    onSaved: onClose,
  });
  return (
    <FormDialog title={t('webhooks:endpoint.dialog')} form={form} submitText={t('form.save')} onClose={onClose}>
      <TextField
        label={t('webhooks:endpoint.address')}
        hint={t('webhooks:endpoint.hint')}
        placeholder={t('webhooks:endpoint.placeholder')}
        type="url"
        maxLength={MAX_LENGTH.url}
        {...form.field('url')}
      />
    </FormDialog>
  );
}
