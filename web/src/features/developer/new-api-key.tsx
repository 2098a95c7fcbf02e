import { type KeyScope, KEY_SCOPES, USUAL_SCOPES } from '@kantor/contract/plain/api-keys.ts';
import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCreateApiKeyMutation } from '@/api/api-keys';
import { useMay } from '@/session/may';
import { CopyButton } from '@/shared/ui/copy-button';
import { Dialog, DialogActions } from '@/shared/dialog/dialog';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { FormDialog } from '@/shared/form/form-dialog';
import { SelectField } from '@/shared/form/select-field';
import { TextAreaField } from '@/shared/form/text-area-field';
import { TextField } from '@/shared/form/text-field';
import { useForm } from '@/shared/form/use-form';
import { serverNow } from '@/shared/lib/server-clock';
import { useTexts } from './texts';
import classes from './webhooks.module.css';

interface MadeKey {
  name: string;
  key: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Days that a key may live; `0`: it does not run out. */
const LIVES = ['0', '30', '90', '365'] as const;

const WORLDS = ['live', 'test'] as const;

const endOf = (days: string): string | null =>
  days === '0' ? null : new Date(serverNow() + Number(days) * DAY_MS).toISOString();

interface Fields {
  name: string;
  scopes: readonly KeyScope[];
  /** One a line. */
  addresses: string;
  days: string;
  world: string;
}

/** The test world has no withdrawals. */
const scopesIn = (world: string, scopes: readonly KeyScope[]): KeyScope[] =>
  scopes.filter((scope) => scope !== 'withdrawals' || world === 'live');

/** What a key cannot be made without. */
function missingOf({ name, scopes, world }: Fields): 'name' | 'scopes' | undefined {
  if (name.trim() === '') return 'name';
  return scopesIn(world, scopes).length === 0 ? 'scopes' : undefined;
}

const toBody = ({ name, scopes, addresses, days, world }: Fields) => ({
  name: name.trim(),
  scopes: scopesIn(world, scopes),
  addresses: addresses.split(/[\s,;]+/).filter((each) => each !== ''),
  expires_at: endOf(days),
  is_test: world === 'test',
});

/** Asks what the key is for, then shows it: this once. */
export function NewApiKey({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [made, setMade] = useState<MadeKey>();
  const [create] = useCreateApiKeyMutation();
  const initial: Fields = { name: '', scopes: USUAL_SCOPES, addresses: '', days: '0', world: 'live' };
  const form = useForm({
    initial,
    save: (fields) => create(toBody(fields)),
    texts: { failure: t('webhooks:keys.createFailed') },
    isComplete: (fields) => missingOf(fields) === undefined,
    onSaved: setMade,
  });
  const missing = missingOf(form.fields);
  if (made) return <MadeApiKey made={made} onClose={onClose} />;
  return (
    <FormDialog
      title={t('webhooks:keys.create')}
      form={form}
      submitText={t('webhooks:keys.create')}
      missing={missing && t(`webhooks:keys.missing.${missing}`)}
      onClose={onClose}
    >
      <TextField
        label={t('webhooks:keys.name')}
        hint={t('webhooks:keys.nameHint')}
        maxLength={MAX_LENGTH.name}
        {...form.field('name')}
      />
      <SelectField
        label={t('webhooks:keys.world')}
        placeholder={t('webhooks:keys.world')}
        options={WORLDS.map((world) => ({ value: world, label: t(`webhooks:keys.worlds.${world}`) }))}
        {...form.field('world')}
      />
      <Scopes world={form.fields.world} {...form.field('scopes')} />
      <TextAreaField
        label={t('webhooks:keys.addresses')}
        hint={t('webhooks:keys.addressesHint')}
        {...form.field('addresses')}
      />
      <SelectField
        label={t('webhooks:keys.life')}
        placeholder={t('webhooks:keys.life')}
        options={LIVES.map((days) => ({ value: days, label: t(`webhooks:keys.lives.${days}`) }))}
        {...form.field('days')}
      />
    </FormDialog>
  );
}

interface ScopesProps {
  world: string;
  value: readonly KeyScope[];
  error: string | undefined;
  onChange: (scopes: readonly KeyScope[]) => void;
}

/** What the key opens; at least one. */
function Scopes({ world, value, error, onChange }: ScopesProps) {
  const t = useTexts();
  const mayWithdraw = useMay('withdrawals.make');
  const offered = scopesIn(world, KEY_SCOPES).filter((scope) => scope !== 'withdrawals' || mayWithdraw);
  return (
    <fieldset className={classes.scopes}>
      <legend>{t('webhooks:keys.scopes')}</legend>
      {offered.map((scope) => (
        <CheckboxField
          key={scope}
          label={t(`webhooks:keys.scopeTexts.${scope}`)}
          value={value.includes(scope)}
          onChange={(isChosen) =>
            onChange(KEY_SCOPES.filter((each) => (each === scope ? isChosen : value.includes(each))))
          }
        />
      ))}
      {error !== undefined && <p role="alert">{error}</p>}
    </fieldset>
  );
}

/** Escape does not close it: the key would be gone. */
function MadeApiKey({ made: { name, key }, onClose }: { made: MadeKey; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog title={t('webhooks:keys.madeTitle', { name })} isBusy onClose={onClose}>
      <p className={classes.note}>{t('webhooks:keys.made')}</p>
      <code className={classes.key}>{key}</code>
      <DialogActions>
        <CopyButton value={key}>{t('webhooks:keys.copy')}</CopyButton>
        <Button onClick={onClose}>{t('webhooks:keys.done')}</Button>
      </DialogActions>
    </Dialog>
  );
}
