import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { MEMBER_ROLES, type MemberRole } from '@kantor/contract/plain/rights.ts';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import type { Form } from '@/shared/form/use-form';
import type { DeskTexts } from '@/shared/i18n/desk';
import type { OfAccount } from './accounts';
import { act } from './act';
import { fieldsOf } from './fields';

interface Props {
  account: OfAccount;
}

/** A person in the account. */
interface OfMember extends Props {
  member: { id: string; username: string; role: MemberRole };
}

const roleField = (t: DeskTexts, { role }: OfAccount, field: ReturnType<Form<{ role: string }>['field']>) => (
  <SelectField
    label={t('desk:members.role')}
    placeholder={t('desk:accounts.choose')}
    options={MEMBER_ROLES[role].map((each) => ({ value: each as string, label: t(`journal:roles.${each}`) }))}
    {...field}
  />
);

/** A link, shown once, by which somebody comes to belong to the account. */
export const InviteMember = act(({ account }: Props, t) => ({
  size: 'xs',
  action: actions.inviteMember,
  id: account.id,
  text: t('desk:members.invite'),
  title: t('desk:members.inviteTitle', { name: account.name }),
  fields: fieldsOf({
    initial: { role: '' },
    isComplete: ({ role }) => role !== '',
    inputs: (form) => roleField(t, account, form.field('role')),
  }),
}));

export const RevokeInvitation = act(({ id, role }: { id: string; role: MemberRole }, t) => ({
  danger: true,
  size: 'xs',
  action: actions.revokeInvitation,
  id,
  text: t('desk:members.revoke'),
  label: `${t('desk:members.revoke')}: ${t(`journal:roles.${role}`)}`,
  title: t('desk:members.revokeTitle'),
}));

/** At once, by name. */
export const AddMember = act(({ account }: Props, t) => ({
  size: 'xs',
  action: actions.addMember,
  id: account.id,
  text: t('desk:members.add'),
  title: t('desk:members.addTitle', { name: account.name }),
  fields: fieldsOf({
    initial: { username: '', role: '' },
    isComplete: ({ username, role }) => username.trim() !== '' && role !== '',
    toBody: ({ username, role }) => ({ username: username.trim(), role }),
    inputs: (form) => (
      <>
        <TextField
          label={t('desk:accounts.name')}
          hint={t('desk:members.addHint')}
          maxLength={MAX_LENGTH.username}
          {...form.field('username')}
        />
        {roleField(t, account, form.field('role'))}
      </>
    ),
  }),
}));

export const SetMemberRole = act(({ account, member }: OfMember, t) => {
  const title = t('desk:members.setRoleTitle', { name: member.username });
  const initial: { role: string } = { role: member.role };
  return {
    size: 'xs',
    action: actions.setMemberRole,
    id: account.id,
    text: t('desk:members.setRole'),
    label: title,
    title,
    confirmText: t('desk:accounts.save'),
    fields: fieldsOf({
      initial,
      isComplete: ({ role }) => role !== member.role,
      toBody: ({ role }) => ({ person: member.id, role }),
      inputs: (form) => roleField(t, account, form.field('role')),
    }),
  };
});

export const RemoveMember = act(({ account, member }: OfMember, t) => ({
  danger: true,
  size: 'xs',
  action: actions.removeMember,
  id: account.id,
  body: { person: member.id },
  text: t('desk:members.remove'),
  label: `${t('desk:members.remove')}: ${member.username}`,
  title: t('desk:members.removeTitle', { name: member.username }),
}));
