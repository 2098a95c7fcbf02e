import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { LIVE_ONLY_TYPES, WEBHOOK_TYPES, type WebhookKind } from '@kantor/contract/plain/webhooks.ts';
import { useAddWebhookEndpointMutation, useChangeWebhookEndpointMutation, type WebhookEndpoint } from '@/api/webhooks';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { FormDialog } from '@/shared/form/form-dialog';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { useTexts } from './texts';
import { useTypeName } from './webhook-words';
import classes from './webhooks.module.css';

interface Props {
  /** Absent: a new one. */
  endpoint?: WebhookEndpoint;
  onClose: () => void;
}

/** Where webhooks go, and which. */
export function EndpointForm({ endpoint, onClose }: Props) {
  const t = useTexts();
  const [add] = useAddWebhookEndpointMutation();
  const [change] = useChangeWebhookEndpointMutation();
  const form = useForm({
    initial: {
      url: endpoint?.url ?? '',
      isAll: (endpoint?.types ?? null) === null,
      types: (endpoint?.types ?? []) as WebhookKind[],
      isTest: endpoint?.is_test ?? false,
    },
    save: ({ url, isAll, types: chosen, isTest }) => {
      const body = { url: url.trim(), types: isAll ? null : chosen.filter(mayHave(isTest)) };
      return endpoint
        ? change({ id: endpoint.id, body: { ...body, is_active: endpoint.is_active } })
        : add({ ...body, is_test: isTest });
    },
    isComplete: ({ url, isAll, types: chosen, isTest }) => url.trim() !== '' && (isAll || chosen.some(mayHave(isTest))),
    texts: { success: t('form.saved'), failure: t('webhooks:endpoint.saveFailed') },
    onSaved: onClose,
  });
  const { isAll, isTest: isOfTests } = form.fields;
  return (
    <FormDialog
      title={endpoint ? t('webhooks:endpoint.dialog') : t('webhooks:endpoint.newDialog')}
      form={form}
      submitText={t('form.save')}
      onClose={onClose}
    >
      <TextField
        label={t('webhooks:endpoint.address')}
        hint={t('webhooks:endpoint.hint')}
        placeholder={t('webhooks:endpoint.placeholder')}
        type="url"
        maxLength={MAX_LENGTH.url}
        {...form.field('url')}
      />
      {!endpoint && <CheckboxField label={t('webhooks:endpoint.isTest')} {...form.field('isTest')} />}
      <CheckboxField label={t('webhooks:endpoint.isAll')} {...form.field('isAll')} />
      {!isAll && <TypeChoice {...form.field('types')} offered={WEBHOOK_TYPES.filter(mayHave(isOfTests))} />}
    </FormDialog>
  );
}

/** What may be sent to an address of the test mode, or to another. */
const mayHave = (isTest: boolean) => (type: WebhookKind) => !isTest || !LIVE_ONLY_TYPES.includes(type);

interface ChoiceProps {
  offered: readonly WebhookKind[];
  value: readonly WebhookKind[];
  onChange: (types: WebhookKind[]) => void;
}

function TypeChoice({ offered, value, onChange }: ChoiceProps) {
  const t = useTexts();
  const nameOf = useTypeName();
  return (
    <fieldset className={classes.choice}>
      <legend>{t('webhooks:endpoint.types')}</legend>
      {offered.map((type) => (
        <CheckboxField
          key={type}
          label={nameOf(type)}
          value={value.includes(type)}
          onChange={(isWanted) =>
            onChange(WEBHOOK_TYPES.filter((each) => (each === type ? isWanted : value.includes(each))))
          }
        />
      ))}
    </fieldset>
  );
}
