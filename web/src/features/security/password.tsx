import '@mantine/core/styles/Input.layer.css';
import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useChangePasswordMutation } from '@/api/security';
import { useUser } from '@/session/use-user';
import { FormDialog } from '@/shared/form/form-dialog';
import { useForm } from '@/shared/form/use-form';
import { formatDateTime } from '@/shared/lib/format-date';
import { Card } from '@/shared/settings/card';
import { useTexts } from './texts';

/** The password, and its change. */
export function Password({ changedAt }: { changedAt: string | null }) {
  const t = useTexts();
  const [isChanging, setChanging] = useState(false);
  return (
    <Card
      title={t('security:password.title')}
      state={changedAt === null ? undefined : t('security:password.changed', { time: formatDateTime(changedAt) })}
      text={t('security:password.text')}
      actions={
        <Button variant="default" onClick={() => setChanging(true)}>
          {t('security:password.change')}
        </Button>
      }
    >
      {isChanging && <NewPassword onClose={() => setChanging(false)} />}
    </Card>
  );
}

function NewPassword({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const { username = '' } = useUser() ?? {};
  const [change] = useChangePasswordMutation();
  const form = useForm({
    initial: { password: '', repeat: '' },
    save: ({ password }) => change({ password }),
    texts: { success: t('security:password.success'), failure: t('security:password.failure') },
    isComplete: ({ password, repeat }) => password !== '' && password === repeat,
    onSaved: onClose,
  });
  const { password, repeat } = form.fields;
  const differs = repeat !== '' && !password.startsWith(repeat) ? t('security:password.differs') : undefined;
  const field = (name: 'password' | 'repeat') => {
    const { value, error, onChange } = form.field(name);
    return {
      value,
      error: error ?? (name === 'repeat' ? differs : undefined),
      type: 'password',
      autoComplete: 'new-password',
      maxLength: MAX_LENGTH.password,
      onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    } as const;
  };
  return (
    <FormDialog
      title={t('security:password.change')}
      form={form}
      submitText={t('security:password.change')}
      onClose={onClose}
    >
      {/* For the password manager. */}
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <TextInput
        label={t('security:password.new')}
        description={t('security:password.hint')}
        data-autofocus
        {...field('password')}
      />
      <TextInput label={t('security:password.repeat')} {...field('repeat')} />
    </FormDialog>
  );
}
