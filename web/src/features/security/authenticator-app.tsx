import { Button } from '@mantine/core';
import { useState } from 'react';
import { missingFactor } from '@/api/missing-factor';
import {
  type Security,
  type TotpSetup,
  useConfirmTotpMutation,
  useRemoveTotpMutation,
  useStartTotpMutation,
} from '@/api/security';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { formatDateTime } from '@/shared/lib/format-date';
import { CopyButton } from '@/shared/ui/copy-button';
import { Card } from '@/shared/settings/card';
import classes from '@/shared/settings/settings.module.css';
import { ShownCodes } from './shown-codes';
import { useTexts } from './texts';

/** The application whose codes the sign-in asks for. */
export function AuthenticatorApp({ security: { totp } }: { security: Security }) {
  const t = useTexts();
  const [setup, setSetup] = useState<TotpSetup>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [start] = useStartTotpMutation();
  const begin = useAction(start, { failure: t('security:app.failure'), onSuccess: setSetup });
  return (
    <Card
      title={t('security:app.title')}
      state={totp ? t('security:app.on', { time: formatDateTime(totp.since) }) : t('security:app.off')}
      text={t('security:app.text')}
      actions={
        <>
          <Button variant={totp ? 'default' : 'filled'} onClick={() => void begin()}>
            {totp ? t('security:app.replace') : t('security:app.setUp')}
          </Button>
          {totp && <RemoveApp />}
        </>
      }
    >
      {setup && (
        <ConfirmApp
          setup={setup}
          onClose={() => setSetup(undefined)}
          onDone={(made) => {
            setSetup(undefined);
            setCodes(made ?? undefined);
            missingFactor.set(false);
          }}
        />
      )}
      {codes && <ShownCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  );
}

interface ConfirmAppProps {
  setup: TotpSetup;
  onClose: () => void;
  /** With the first recovery codes; null: the person has some. */
  onDone: (codes: readonly string[] | null) => void;
}

/** Shows the secret, and takes its first code. */
function ConfirmApp({ setup: { qr, secret, setup }, onClose, onDone }: ConfirmAppProps) {
  const t = useTexts();
  const [confirm] = useConfirmTotpMutation();
  const form = useForm({
    initial: { code: '' },
    save: ({ code }) => confirm({ setup, code }),
    texts: { success: t('security:app.success'), failure: t('security:app.failure') },
    isComplete: ({ code }) => code.trim() !== '',
    onSaved: ({ recovery_codes: codes }) => onDone(codes),
  });
  return (
    <FormDialog title={t('security:app.setUp')} form={form} submitText={t('security:app.confirm')} onClose={onClose}>
      <p className={classes.text}>{t('security:app.scan')}</p>
      <img className={classes.qr} src={qr} alt={t('security:app.qr')} />
      <div>
        <p className={classes.when}>{t('security:app.secret')}</p>
        <span className={classes.secret}>
          <code>{secret}</code>
          <CopyButton value={secret} subject={t('security:app.secretName')} />
        </span>
      </div>
      <TextField label={t('security:app.code')} inputMode="numeric" maxLength={10} {...form.field('code')} />
    </FormDialog>
  );
}

function RemoveApp() {
  const t = useTexts();
  const [remove] = useRemoveTotpMutation();
  const run = useAction(remove, { success: t('security:app.removed'), failure: t('security:app.failure') });
  return (
    <AskButton
      variant="default"
      question={{
        title: t('security:app.removeTitle'),
        text: t('security:app.removeText'),
        confirmText: t('security:app.remove'),
        danger: true,
      }}
      onConfirm={() => run()}
    >
      {t('security:app.remove')}
    </AskButton>
  );
}
