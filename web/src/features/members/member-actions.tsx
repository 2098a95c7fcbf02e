import { MEMBER_ROLES, type MemberRole } from '@kantor/contract/plain/rights.ts';
import { NativeSelect } from '@mantine/core';
import { useDispatch } from 'react-redux';
import {
  type Invitation,
  type Member,
  useLeaveAccountMutation,
  useRemoveMemberMutation,
  useRevokeInvitationMutation,
  useSetMemberRoleMutation,
} from '@/api/members';
import { signOut, type SessionDispatch } from '@/session/session';
import { useUser } from '@/session/use-user';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { textOf } from '@/shared/lib/text-of';
import { useTexts } from './texts';

/** The role of a member, which the owner changes. */
export function MemberRoleField({ member: { id, username, role } }: { member: Member }) {
  const t = useTexts();
  const accountRole = useUser()?.role;
  const [setRole] = useSetMemberRoleMutation();
  const run = useAction(setRole, { success: t('members:roleDone'), failure: t('members:roleFailed') });
  const roles: readonly MemberRole[] = accountRole ? MEMBER_ROLES[accountRole] : [role];
  return (
    <NativeSelect
      size="xs"
      aria-label={t('members:roleOf', { name: textOf(username) })}
      value={role}
      data={roles.map((value) => ({ value, label: t(`members:roles.${value}`) }))}
      onChange={(event) => {
        const next = roles.find((each) => each === event.currentTarget.value);
        if (next !== undefined) void run({ id, body: { role: next } });
      }}
    />
  );
}

/** Asks first, and names the member. */
export function RemoveMember({ member: { id, username } }: { member: Member }) {
  const t = useTexts();
  const name = textOf(username);
  const [remove] = useRemoveMemberMutation();
  const run = useAction(remove, { success: t('members:removeDone'), failure: t('members:removeFailed') });
  return (
    <AskButton
      size="xs"
      variant="default"
      label={t('members:removeOf', { name })}
      question={{
        title: t('members:removeTitle', { name }),
        text: t('members:removeText'),
        confirmText: t('members:remove'),
        danger: true,
      }}
      onConfirm={() => run(id)}
    >
      {t('members:remove')}
    </AskButton>
  );
}

export function RevokeInvitation({ invitation: { id, role } }: { invitation: Invitation }) {
  const t = useTexts();
  const [revoke] = useRevokeInvitationMutation();
  const run = useAction(revoke, { success: t('members:revokeDone'), failure: t('members:revokeFailed') });
  return (
    <AskButton
      size="xs"
      variant="default"
      label={t('members:revokeOf', { role: t(`members:roles.${role}`) })}
      question={{
        title: t('members:revokeTitle'),
        text: t('members:revokeText'),
        confirmText: t('members:revoke'),
        danger: true,
      }}
      onConfirm={() => run(id)}
    >
      {t('members:revoke')}
    </AskButton>
  );
}

/** Whoever leaves is signed out; they sign in again to another account of theirs. */
export function LeaveAccount({ name }: { name: string }) {
  const t = useTexts();
  const dispatch = useDispatch<SessionDispatch>();
  const [leave] = useLeaveAccountMutation();
  const run = useAction(leave, {
    failure: t('members:leaveFailed'),
    onSuccess: () => dispatch(signOut({ byChoice: true })),
  });
  return (
    <div>
      <AskButton
        size="xs"
        variant="default"
        question={{
          title: t('members:leaveTitle', { name: textOf(name) }),
          text: t('members:leaveText'),
          confirmText: t('members:leave'),
          danger: true,
        }}
        onConfirm={() => run()}
      >
        {t('members:leave')}
      </AskButton>
    </div>
  );
}
