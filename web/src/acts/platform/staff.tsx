import type { Member } from '@/api/members';
import { BlockStaff, RestoreSecondFactor, SetStaffPassword, UnblockStaff } from './people';

/** What is done about somebody who works for the platform. An owner is one of those who decide: about them a command does. */
export default function StaffActs({ member }: { member: Member }) {
  const isOwner = member.role === 'owner';
  return (
    <>
      {!isOwner && <SetStaffPassword person={member} />}
      {!isOwner && (member.blocked_at === null ? <BlockStaff person={member} /> : <UnblockStaff person={member} />)}
      {member.has_second_factor && <RestoreSecondFactor person={member} />}
    </>
  );
}
