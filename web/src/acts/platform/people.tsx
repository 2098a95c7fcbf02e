import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { TextAreaField } from '@/shared/form/text-area-field';
import { useDeskTexts } from '@/shared/i18n/desk';
import { withReason } from './accounts';
import { ActButton } from './act-button';

interface Props {
  person: { id: string; username: string };
}

/** A password of ours, shown once; whoever has lost theirs signs in by it. */
export function SetPassword({ person: { id, username: name } }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      danger
      size="xs"
      variant="default"
      action={actions.setPassword}
      id={id}
      title={t('desk:members.passwordTitle', { name })}
      confirmText={t('desk:members.password')}
      label={`${t('desk:members.password')}: ${name}`}
    >
      {t('desk:members.password')}
    </ActButton>
  );
}

/** In all their accounts, which stay as they are. */
export function BlockPerson({ person: { id, username: name } }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      danger
      size="xs"
      variant="default"
      action={actions.blockPerson}
      id={id}
      title={t('desk:accounts.blockTitle', { name })}
      confirmText={t('desk:accounts.block')}
      label={t('desk:accounts.blockTitle', { name })}
      fields={withReason(t)}
    >
      {t('desk:accounts.block')}
    </ActButton>
  );
}

export function UnblockPerson({ person: { id, username: name } }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      size="xs"
      variant="default"
      action={actions.unblockPerson}
      id={id}
      title={t('desk:accounts.unblockTitle', { name })}
      confirmText={t('desk:accounts.unblock')}
      label={t('desk:accounts.unblockTitle', { name })}
      fields={withReason(t)}
    >
      {t('desk:accounts.unblock')}
    </ActButton>
  );
}

/** Proposes it: another person, who knows as well that it is them, carries it out. */
export function RestoreSecondFactor({ person: { id, username: name } }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      danger
      size="xs"
      variant="default"
      action={actions.restoreSecondFactor}
      id={id}
      title={t('desk:members.restoreTitle', { name })}
      confirmText={t('desk:propose')}
      label={`${t('desk:members.restore')}: ${name}`}
      fields={{
        initial: { reason: '' },
        isComplete: ({ reason }) => reason.trim() !== '',
        inputs: (form) => (
          <TextAreaField
            label={t('desk:reason')}
            hint={t('desk:members.restoreHint')}
            maxLength={MAX_LENGTH.rejection}
            {...form.field('reason')}
          />
        ),
      }}
    >
      {t('desk:members.restore')}
    </ActButton>
  );
}
