import { useState } from 'react';
import { useReplaceRecoveryCodesMutation } from '@/api/security';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { Card } from '@/shared/settings/card';
import { ShownCodes } from './shown-codes';
import { useTexts } from './texts';

/** How many codes are left, and the making of ten others. */
export function RecoveryCodes({ left }: { left: number }) {
  const t = useTexts();
  const [codes, setCodes] = useState<readonly string[]>();
  const [replace] = useReplaceRecoveryCodesMutation();
  const run = useAction(replace, {
    failure: t('security:codes.failure'),
    onSuccess: ({ recovery_codes: made }) => setCodes(made),
  });
  return (
    <Card
      title={t('security:codes.title')}
      state={t('security:codes.left', { n: left })}
      text={t('security:codes.text')}
      actions={
        <AskButton
          variant="default"
          question={{
            title: t('security:codes.replaceTitle'),
            text: t('security:codes.replaceText'),
            confirmText: t('security:codes.replace'),
          }}
          onConfirm={() => run()}
        >
          {t('security:codes.replace')}
        </AskButton>
      }
    >
      {codes && <ShownCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  );
}
