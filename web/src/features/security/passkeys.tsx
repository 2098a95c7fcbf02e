import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { missingFactor } from '@/api/missing-factor';
import {
  type Passkey,
  type Security,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
  useStartPasskeyMutation,
} from '@/api/security';
import { makePasskey } from '@/session/passkeys';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { formatDateTime } from '@/shared/lib/format-date';
import { Card } from '@/shared/settings/card';
import classes from '@/shared/settings/settings.module.css';
import { ShownCodes } from './shown-codes';
import { useTexts } from './texts';

/** The passkeys of the person, and the making of another. */
export function Passkeys({ security: { passkeys, passkeys_offered: isOffered } }: { security: Security }) {
  const t = useTexts();
  const [isAdding, setAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Card
      title={t('security:passkeys.title')}
      state={passkeys.length === 0 ? t('security:passkeys.none') : undefined}
      text={isOffered ? t('security:passkeys.text') : t('security:passkeys.unavailable')}
      {...(isOffered && {
        actions: (
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('security:passkeys.add')}
          </Button>
        ),
      })}
    >
      {passkeys.length > 0 && (
        <ul className={classes.list}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              <div>
                <span className={classes.name}>{passkey.name}</span>
                <span className={classes.when}>
                  {[
                    t('security:passkeys.added', { time: formatDateTime(passkey.created_at) }),
                    passkey.last_used_at === null
                      ? t('security:passkeys.unused')
                      : t('security:passkeys.used', { time: formatDateTime(passkey.last_used_at) }),
                  ].join(' · ')}
                </span>
              </div>
              <RemovePasskey passkey={passkey} />
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <AddPasskey
          onClose={() => setAdding(false)}
          onDone={(made) => {
            setAdding(false);
            setCodes(made ?? undefined);
            missingFactor.set(false);
          }}
        />
      )}
      {codes && <ShownCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  );
}

interface AddPasskeyProps {
  onClose: () => void;
  /** With the first recovery codes; null: the person has some. */
  onDone: (codes: readonly string[] | null) => void;
}

/** Asks for a name, then lets the browser make the passkey. */
function AddPasskey({ onClose, onDone }: AddPasskeyProps) {
  const t = useTexts();
  const [start] = useStartPasskeyMutation();
  const [add] = useAddPasskeyMutation();
  const make = async (name: string) => {
    const request = await start().unwrap();
    const response = await makePasskey(request).catch(() => {
      // As a refusal of the server's would be shown.
      throw { data: { detail: t('security:passkeys.browserFailed') } };
    });
    return add({ challenge: request.challenge, name, response }).unwrap();
  };
  const form = useForm({
    initial: { name: '' },
    save: ({ name }) => ({ unwrap: () => make(name.trim()) }),
    texts: { success: t('security:passkeys.success'), failure: t('security:passkeys.failure') },
    isComplete: ({ name }) => name.trim() !== '',
    onSaved: ({ recovery_codes: codes }) => onDone(codes),
  });
  return (
    <FormDialog
      title={t('security:passkeys.add')}
      form={form}
      submitText={t('security:passkeys.add')}
      onClose={onClose}
    >
      <TextField
        label={t('security:passkeys.name')}
        hint={t('security:passkeys.nameHint')}
        maxLength={MAX_LENGTH.name}
        {...form.field('name')}
      />
    </FormDialog>
  );
}

function RemovePasskey({ passkey: { id, name } }: { passkey: Passkey }) {
  const t = useTexts();
  const [remove] = useRemovePasskeyMutation();
  const run = useAction(remove, {
    success: t('security:passkeys.removed'),
    failure: t('security:passkeys.removeFailed'),
  });
  return (
    <AskButton
      size="xs"
      variant="default"
      label={t('security:passkeys.removeOf', { name })}
      question={{
        title: t('security:passkeys.removeTitle', { name }),
        text: t('security:passkeys.removeText'),
        confirmText: t('security:passkeys.remove'),
        danger: true,
      }}
      onConfirm={() => run(id)}
    >
      {t('security:passkeys.remove')}
    </AskButton>
  );
}
