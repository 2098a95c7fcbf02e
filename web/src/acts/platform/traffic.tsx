import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { useTranslation } from 'react-i18next';
import { TextAreaField } from '@/shared/form/text-area-field';
import '@/shared/i18n/desk';
import { NAMESPACES } from '@/shared/i18n/radar';
import { ActButton } from './act-button';

interface Props {
  account: { id: string; name: string };
  size?: 'xs';
}

/** No new orders for the account until the platform allows them again. */
export function StopTraffic({ account: { id, name }, ...look }: Props) {
  const { t } = useTranslation(NAMESPACES);
  return (
    <ActButton
      {...look}
      variant="default"
      danger
      action={actions.stopTraffic}
      id={id}
      title={t('radar:stop.title', { name })}
      confirmText={t('radar:stop.button')}
      label={t('radar:stop.of', { name })}
      fields={{
        initial: { reason: '' },
        isComplete: ({ reason }) => reason.trim() !== '',
        inputs: (form) => (
          <TextAreaField
            label={t('desk:reason')}
            hint={t('radar:stop.reasonHint')}
            maxLength={MAX_LENGTH.rejection}
            {...form.field('reason')}
          />
        ),
      }}
    >
      {t('radar:stop.button')}
    </ActButton>
  );
}

/** The account may have traffic again. */
export function AllowTraffic({ account: { id, name }, ...look }: Props) {
  const { t } = useTranslation(NAMESPACES);
  return (
    <ActButton
      {...look}
      variant="default"
      action={actions.allowTraffic}
      id={id}
      title={t('radar:allow.title', { name })}
      confirmText={t('radar:allow.button')}
      label={t('radar:allow.of', { name })}
      fields={{
        initial: { reason: '' },
        isComplete: ({ reason }) => reason.trim() !== '',
        inputs: (form) => (
          <TextAreaField label={t('desk:reason')} maxLength={MAX_LENGTH.rejection} {...form.field('reason')} />
        ),
      }}
    >
      {t('radar:allow.button')}
    </ActButton>
  );
}
