import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { MEMBER_ROLES, type MemberRole } from '@kantor/contract/plain/rights.ts';
import { SelectField } from '@/shared/form/select-field';
import { TextField } from '@/shared/form/text-field';
import { type DeskTexts, useDeskTexts } from '@/shared/i18n/desk';
import type { OfAccount } from './accounts';
import { ActButton } from './act-button';

interface Props {
  account: OfAccount;
}

/** A person in the account. */
interface OfMember {
  id: string;
  username: string;
  role: MemberRole;
}

const rolesOf = (t: DeskTexts, { role }: OfAccount) =>
  MEMBER_ROLES[role].map((each) => ({ value: each as string, label: t(`desk:role.${each}`) }));

/** A link, shown once, by which somebody comes to belong to the account. */
export function InviteMember({ account }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      size="xs"
      variant="default"
      action={actions.inviteMember}
      id={account.id}
      title={t('desk:members.inviteTitle', { name: account.name })}
      confirmText={t('desk:members.invite')}
      fields={{
        initial: { role: '' },
        isComplete: ({ role }) => role !== '',
        inputs: (form) => (
          <SelectField
            label={t('desk:members.role')}
            placeholder={t('desk:accounts.choose')}
            options={rolesOf(t, account)}
            {...form.field('role')}
          />
        ),
      }}
    >
      {t('desk:members.invite')}
    </ActButton>
  );
}

export function RevokeInvitation({ id, role }: { id: string; role: MemberRole }) {
  const t = useDeskTexts();
  return (
    <ActButton
      danger
      size="xs"
      variant="default"
      action={actions.revokeInvitation}
      id={id}
      title={t('desk:members.revokeTitle')}
      confirmText={t('desk:members.revoke')}
      label={`${t('desk:members.revoke')}: ${t(`desk:role.${role}`)}`}
    >
      {t('desk:members.revoke')}
    </ActButton>
  );
}

/** At once, by name. */
export function AddMember({ account }: Props) {
  const t = useDeskTexts();
  return (
    <ActButton
      size="xs"
      variant="default"
      action={actions.addMember}
      id={account.id}
      title={t('desk:members.addTitle', { name: account.name })}
      confirmText={t('desk:members.add')}
      fields={{
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
            <SelectField
              label={t('desk:members.role')}
              placeholder={t('desk:accounts.choose')}
              options={rolesOf(t, account)}
              {...form.field('role')}
            />
          </>
        ),
      }}
    >
      {t('desk:members.add')}
    </ActButton>
  );
}

/** A form knows texts only. */
const draftOf = ({ role }: OfMember): { role: string } => ({ role });

export function SetMemberRole({ account, member }: Props & { member: OfMember }) {
  const t = useDeskTexts();
  const title = t('desk:members.setRoleTitle', { name: member.username });
  return (
    <ActButton
      size="xs"
      variant="default"
      action={actions.setMemberRole}
      id={account.id}
      title={title}
      confirmText={t('desk:accounts.save')}
      label={title}
      fields={{
        initial: draftOf(member),
        isComplete: ({ role }) => role !== member.role,
        toBody: ({ role }) => ({ person: member.id, role }),
        inputs: (form) => (
          <SelectField
            label={t('desk:members.role')}
            placeholder={t('desk:accounts.choose')}
            options={rolesOf(t, account)}
            {...form.field('role')}
          />
        ),
      }}
    >
      {t('desk:members.setRole')}
    </ActButton>
  );
}

export function RemoveMember({ account, member }: Props & { member: OfMember }) {
  const t = useDeskTexts();
  return (
    <ActButton
      danger
      size="xs"
      variant="default"
      action={actions.removeMember}
      id={account.id}
      body={{ person: member.id }}
      title={t('desk:members.removeTitle', { name: member.username })}
      confirmText={t('desk:members.remove')}
      label={`${t('desk:members.remove')}: ${member.username}`}
    >
      {t('desk:members.remove')}
    </ActButton>
  );
}
