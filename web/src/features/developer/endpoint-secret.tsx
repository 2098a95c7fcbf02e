import { useState } from 'react';
import { useRotateEndpointSecretMutation, type WebhookEndpoint } from '@/api/webhooks';
import { formatDateTime } from '@/shared/lib/format-date';
import { CopyButton } from '@/shared/ui/copy-button';
import { AskButton } from '@/shared/action/ask-button';
import { EyeIcon, EyeOffIcon } from '@/shared/ui/icons';
import { useAction } from '@/shared/action/use-action';
import { useTexts } from './texts';
import classes from './webhooks.module.css';

const MASK = '••••••••••••••••';

/** The secret, masked until it is asked for, and the way to a new one. */
export function EndpointSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTexts();
  const [isShown, setShown] = useState(false);
  const { secret, former_secret_until: formerUntil } = endpoint;
  return (
    <div className={classes.value}>
      {isShown ? <code>{secret}</code> : <span aria-hidden="true">{MASK}</span>}
      <button
        type="button"
        className={classes.eye}
        aria-label={isShown ? t('webhooks:endpoint.hide') : t('webhooks:endpoint.show')}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? <EyeOffIcon /> : <EyeIcon />}
      </button>
      <CopyButton value={secret} subject={t('webhooks:endpoint.secret')} />
      <RotateSecret endpoint={endpoint} />
      {formerUntil !== null && <p>{t('webhooks:endpoint.former', { time: formatDateTime(formerUntil) })}</p>}
    </div>
  );
}

function RotateSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useTexts();
  const [rotate] = useRotateEndpointSecretMutation();
  const run = useAction<string, unknown>(rotate, {
    success: t('webhooks:endpoint.rotated'),
    failure: t('webhooks:endpoint.rotateFailed'),
  });
  return (
    <AskButton
      size="xs"
      variant="default"
      disabled={endpoint.former_secret_until !== null}
      question={{
        title: t('webhooks:endpoint.rotateTitle'),
        text: t('webhooks:endpoint.rotateText'),
        confirmText: t('webhooks:endpoint.rotate'),
      }}
      onConfirm={() => run(endpoint.id)}
    >
      {t('webhooks:endpoint.rotate')}
    </AskButton>
  );
}
