import { AddMember, InviteMember, RemoveMember, RevokeInvitation, SetMemberRole } from '@/acts/platform/members';
import { BlockPerson, RestoreSecondFactor, SetPassword, UnblockPerson } from '@/acts/platform/people';
import type { AccountPage } from '@/api/platform-accounts';
import { Card } from '@/shared/detail/facts';
import { formatDateTime } from '@/shared/lib/format-date';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useTexts } from './texts';
import classes from './account.module.css';

interface Props {
  account: AccountPage;
}

type Member = AccountPage['members'][number];

/** Who belongs to the account, and who is invited to. */
export function Members({ account }: Props) {
  const t = useTexts();
  return (
    <Card title={t('platform:accounts.members.title')}>
      <ul className={classes.people} aria-label={t('platform:accounts.members.title')}>
        {account.members.map((member) => (
          <MemberItem key={member.id} account={account} member={member} />
        ))}
      </ul>
      <Invitations account={account} />
      <div className={classes.acts}>
        {account.blocked_at === null && <InviteMember account={account} />}
        <AddMember account={account} />
      </div>
    </Card>
  );
}

function MemberItem({ account, member }: Props & { member: Member }) {
  const t = useTexts();
  const { username, role, has_second_factor: hasFactor, signed_in_at: signedInAt, blocked_at: blockedAt } = member;
  return (
    <li>
      <div className={classes.head}>
        <strong>{username}</strong>
        <span>{t(`platform:accounts.members.roles.${role}`)}</span>
        {blockedAt !== null && <StatusBadge tone="danger">{t('platform:accounts.states.BLOCKED')}</StatusBadge>}
      </div>
      <span className={classes.note}>
        {t(`platform:accounts.members.factor.${hasFactor ? 'yes' : 'no'}`)}
        {' · '}
        {signedInAt === null
          ? t('platform:accounts.members.neverSignedIn')
          : t('platform:accounts.members.signedIn', { at: formatDateTime(signedInAt) })}
      </span>
      <div className={classes.acts}>
        <SetMemberRole account={account} member={member} />
        <SetPassword person={member} />
        {blockedAt === null ? <BlockPerson person={member} /> : <UnblockPerson person={member} />}
        <RemoveMember account={account} member={member} />
        {hasFactor && <RestoreSecondFactor person={member} />}
      </div>
    </li>
  );
}

/** Those that may still be used; nothing while there are none. */
function Invitations({ account: { invitations } }: Props) {
  const t = useTexts();
  if (invitations.length === 0) return null;
  return (
    <>
      <h3>{t('platform:accounts.members.invitations')}</h3>
      <ul className={classes.people} aria-label={t('platform:accounts.members.invitations')}>
        {invitations.map(({ id, role, invited_by: by, expires_at: at }) => (
          <li key={id}>
            <div className={classes.head}>
              <strong>{t(`platform:accounts.members.roles.${role}`)}</strong>
              <span className={classes.note}>
                {t('platform:accounts.members.invitedBy', { by, at: formatDateTime(at) })}
              </span>
            </div>
            <div className={classes.acts}>
              <RevokeInvitation id={id} role={role} />
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
