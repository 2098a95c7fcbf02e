import type { MemberRole } from '@kantor/contract/plain/rights.ts';
import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type Invitation, type Member, useGetInvitationsQuery, useGetMembersQuery } from '@/api/members';
import { mayDo } from '@/api/user';
import { useUser } from '@/session/use-user';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { StableTable } from '@/shared/list/stable-table';
import { ErrorState } from '@/shared/ui/states';
import { StatusBadge } from '@/shared/ui/status-badge';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { Invite } from './invite';
import { LeaveAccount, MemberRoleField, RemoveMember, RevokeInvitation } from './member-actions';
import classes from './members.module.css';
import { type Texts, useTexts } from './texts';

/** The platform's own people alone see it. */
const StaffActs = lazy(() => import('@/acts/platform/staff'));

const SKELETON_ROWS = 3;
const rowKey = ({ id }: { id: string }) => id;

/** Who belongs to the account, and who is invited. */
export function Component() {
  const t = useTexts();
  const user = useUser();
  const mayEdit = user !== undefined && mayDo(user, 'members.edit');
  const [isInviting, setInviting] = useState(false);
  const { currentData: members, isError, error, refetch } = useGetMembersQuery();
  const isPlatform = user?.role === 'operator';
  const columns = useMemo(
    () => memberColumns(t, { mayEdit, own: user?.username, isPlatform }),
    [t, mayEdit, user?.username, isPlatform],
  );
  return (
    <div className={classes.screen}>
      <ScreenTitle>{t('sections.members')}</ScreenTitle>
      <div className={classes.header}>
        <h1>{t('sections.members')}</h1>
        {mayEdit && (
          <Button size="xs" onClick={() => setInviting(true)}>
            {t('members:invite')}
          </Button>
        )}
      </div>
      {!members && isError ? (
        <ErrorState title={t('members:notFound')} error={error} onRetry={refetch} />
      ) : (
        <StableTable
          label={t('sections.members')}
          columns={columns}
          rows={members}
          rowKey={rowKey}
          scope={String(members?.length)}
          skeletonRows={SKELETON_ROWS}
        />
      )}
      <Invitations mayEdit={mayEdit} />
      {user?.account && <LeaveAccount name={user.account.name} />}
      {isInviting && user && <Invite role={user.role} onClose={() => setInviting(false)} />}
    </div>
  );
}

/** Invitations that may still be used; nothing while there are none. */
function Invitations({ mayEdit }: { mayEdit: boolean }) {
  const t = useTexts();
  const { currentData: invitations } = useGetInvitationsQuery();
  const columns = useMemo(() => invitationColumns(t, mayEdit), [t, mayEdit]);
  if (!invitations?.length) return null;
  return (
    <section aria-labelledby="members-invitations">
      <h2 id="members-invitations">{t('members:invitations')}</h2>
      <StableTable
        label={t('members:invitations')}
        columns={columns}
        rows={invitations}
        rowKey={rowKey}
        scope={String(invitations.length)}
        skeletonRows={1}
      />
    </section>
  );
}

const roleText = (t: Texts, role: MemberRole) => t(`members:roles.${role}`);

function memberColumns(
  t: Texts,
  { mayEdit, own, isPlatform }: { mayEdit: boolean; own: string | undefined; isPlatform: boolean },
): readonly Column<Member>[] {
  return [
    {
      id: 'name',
      header: t('members:name'),
      fit: 'wrap',
      card: 'head',
      cell: ({ username, blocked_at: blockedAt }) => (
        <>
          {username}
          {blockedAt !== null && (
            <>
              {' '}
              <StatusBadge tone="danger">{t('members:blocked')}</StatusBadge>
            </>
          )}
        </>
      ),
    },
    {
      id: 'role',
      header: t('members:role'),
      labelled: true,
      interactive: mayEdit,
      cell: (member) =>
        mayEdit && member.username !== own ? <MemberRoleField member={member} /> : roleText(t, member.role),
    },
    {
      id: 'since',
      header: t('members:since'),
      labelled: true,
      cell: ({ created_at: at }) => formatDateTime(at),
    },
    {
      id: 'action',
      header: t('members:action'),
      align: 'right',
      card: isPlatform ? 'wide' : 'end',
      interactive: true,
      cell: (member) =>
        member.username !== own && (
          <span className={classes.acts}>
            {isPlatform && (
              <Suspense>
                <StaffActs member={member} />
              </Suspense>
            )}
            {mayEdit && <RemoveMember member={member} />}
          </span>
        ),
    },
  ];
}

function invitationColumns(t: Texts, mayEdit: boolean): readonly Column<Invitation>[] {
  return [
    { id: 'role', header: t('members:role'), card: 'head', cell: ({ role }) => roleText(t, role) },
    { id: 'by', header: t('members:by'), labelled: true, fit: 'wrap', cell: ({ invited_by: by }) => by },
    { id: 'until', header: t('members:until'), labelled: true, cell: ({ expires_at: at }) => formatDateTime(at) },
    {
      id: 'action',
      header: t('members:action'),
      align: 'right',
      card: 'end',
      interactive: true,
      cell: (invitation) => mayEdit && <RevokeInvitation invitation={invitation} />,
    },
  ];
}
