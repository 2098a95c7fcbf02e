import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { CheckboxField } from '@/shared/form/checkbox-field';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import { act } from './act';
import { fieldsOf } from './fields';
import { basisPointsOf } from './percent';

const ROLES = ['trader', 'merchant'] as const;

/** An account with its owner, whose password is shown once; a merchant's key, too. */
export const CreateAccount = act((_: object, t) => ({
  isMain: true,
  action: actions.createAccount,
  text: t('desk:accounts.create'),
  title: t('desk:accounts.createTitle'),
  fields: fieldsOf({
    initial: { role: '', username: '', percent: '', payout_enable: false },
    isComplete: ({ role, username, percent }) =>
      role !== '' && username.trim() !== '' && basisPointsOf(percent) !== undefined,
    toBody: ({ percent, username, ...fields }) => ({
      ...fields,
      username: username.trim(),
      basis_points: basisPointsOf(percent),
    }),
    inputs: (form) => (
      <>
        <SelectField
          label={t('desk:accounts.role')}
          placeholder={t('desk:accounts.choose')}
          options={ROLES.map((role) => ({ value: role, label: t(`journal:roles.${role}`) }))}
          {...form.field('role')}
        />
        <TextField
          label={t('desk:accounts.name')}
          hint={t('desk:accounts.nameHint')}
          maxLength={MAX_LENGTH.username}
          {...form.field('username')}
        />
        <TextField
          label={form.fields.role === 'trader' ? t('desk:accounts.reward') : t('desk:accounts.fee')}
          inputMode="decimal"
          maxLength={10}
          {...form.field('percent')}
        />
        <CheckboxField label={t('desk:accounts.payouts')} {...form.field('payout_enable')} />
      </>
    ),
  }),
}));
