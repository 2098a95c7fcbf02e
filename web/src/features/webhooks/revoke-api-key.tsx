import { Button } from '@mantine/core';
import { useState } from 'react';
import { type ApiKey, useRevokeApiKeyMutation } from '@/api/api-keys';
import { ConfirmDialog } from '@/shared/dialog/confirm-dialog';
import { useAction } from '@/shared/action/use-action';
import { useTexts } from './texts';

/** Asks first, and names the key. */
export function RevokeApiKey({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const t = useTexts();
  const [isAsking, setAsking] = useState(false);
  const [revoke] = useRevokeApiKeyMutation();
  const run = useAction(revoke, {
    success: t('webhooks:keys.revokeDone'),
    failure: t('webhooks:keys.revokeFailed'),
  });
  const close = () => setAsking(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        aria-label={t('webhooks:keys.revokeOf', { name })}
        onClick={() => setAsking(true)}
      >
        {t('webhooks:keys.revoke')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('webhooks:keys.revokeTitle', { name })}
          text={t('webhooks:keys.revokeText')}
          confirmText={t('webhooks:keys.revoke')}
          danger
          onConfirm={async () => {
            if (await run(id)) close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
