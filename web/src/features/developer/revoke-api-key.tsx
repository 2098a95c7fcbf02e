import { type ApiKey, useRevokeApiKeyMutation } from '@/api/api-keys';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { textOf } from '@/shared/lib/text-of';
import { useTexts } from './texts';

/** Asks first, and names the key. */
export function RevokeApiKey({ apiKey: { id, name: sent } }: { apiKey: ApiKey }) {
  const t = useTexts();
  const name = textOf(sent);
  const [revoke] = useRevokeApiKeyMutation();
  const run = useAction(revoke, {
    success: t('webhooks:keys.revokeDone'),
    failure: t('webhooks:keys.revokeFailed'),
  });
  return (
    <AskButton
      size="xs"
      variant="default"
      label={t('webhooks:keys.revokeOf', { name })}
      question={{
        title: t('webhooks:keys.revokeTitle', { name }),
        text: t('webhooks:keys.revokeText'),
        confirmText: t('webhooks:keys.revoke'),
        danger: true,
      }}
      onConfirm={() => run(id)}
    >
      {t('webhooks:keys.revoke')}
    </AskButton>
  );
}
