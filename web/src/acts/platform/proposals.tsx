import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { TextAreaField } from '@/shared/form/text-area-field';
import { useDeskTexts } from '@/shared/i18n/desk';
import { ActButton } from './act-button';

interface Props {
  id: string;
  /** What is proposed, for whoever hears the button's name. */
  what: string;
}

/** What another person proposed is carried out. */
export function AcceptProposal({ id, what }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      size="xs"
      action={actions.acceptProposal}
      id={id}
      title={t('desk:proposals.acceptTitle')}
      confirmText={t('desk:proposals.accept')}
      label={`${t('desk:proposals.accept')}: ${what}`}
    >
      {t('desk:proposals.accept')}
    </ActButton>
  );
}

/** Nothing comes of it; also for whoever proposed it. */
export function DeclineProposal({ id, what }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      variant="default"
      size="xs"
      danger
      action={actions.declineProposal}
      id={id}
      title={t('desk:proposals.declineTitle')}
      confirmText={t('desk:proposals.decline')}
      label={`${t('desk:proposals.decline')}: ${what}`}
      fields={{
        initial: { reason: '' },
        isComplete: ({ reason }) => reason.trim() !== '',
        inputs: (form) => (
          <TextAreaField label={t('desk:reason')} maxLength={MAX_LENGTH.reason} {...form.field('reason')} />
        ),
      }}
    >
      {t('desk:proposals.decline')}
    </ActButton>
  );
}
