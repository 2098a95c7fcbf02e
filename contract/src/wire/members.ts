import { z } from 'zod';
import { MEMBER_ROLES, type MemberRole } from '../plain/rights.ts';
import * as accountRoutes from '../plain/account-routes.ts';
import { call, empty, id, idParams, timestamp } from './call.ts';

/** What a person is in an account: each role of account has its own. */
export const memberRole = z.enum(
  [...new Set<MemberRole>(Object.values(MEMBER_ROLES).flat())] as [MemberRole, ...MemberRole[]],
  { error: 'Выберите роль' },
);

const member = z.strictObject({
  /** The person's. */
  id,
  username: z.string(),
  role: memberRole,
  created_at: timestamp,
  /** Whether they show one besides the password. */
  has_second_factor: z.boolean(),
  /** Null: not blocked. */
  blocked_at: timestamp.nullable(),
});

export const listMembers = call({
  ...accountRoutes.listMembers,
  summary: 'Участники аккаунта',
  ok: 200,
  response: z.strictObject({ count: z.number().int(), results: z.array(member) }),
});

/** In force everywhere within five seconds. */
export const setMemberRole = call({
  ...accountRoutes.setMemberRole,
  summary: 'Сменить роль участника',
  params: idParams,
  body: z.strictObject({ role: memberRole }),
  ok: 200,
  response: member,
  refusals: { last_owner: 409 },
});

export const removeMember = call({
  ...accountRoutes.removeMember,
  summary: 'Убрать участника из аккаунта',
  params: idParams,
  ok: 204,
  response: empty,
  refusals: { last_owner: 409 },
});

export const leaveAccount = call({
  ...accountRoutes.leaveAccount,
  summary: 'Выйти из аккаунта самому',
  ok: 204,
  response: empty,
  refusals: { last_owner: 409 },
});

const invitation = z.strictObject({
  id,
  role: memberRole,
  /** Who invites. */
  invited_by: z.string(),
  created_at: timestamp,
  expires_at: timestamp,
});

/** Those that may still be used. */
export const listInvitations = call({
  ...accountRoutes.listInvitations,
  summary: 'Приглашения, которые ещё действуют',
  ok: 200,
  response: z.strictObject({ count: z.number().int(), results: z.array(invitation) }),
});

export const createInvitation = call({
  ...accountRoutes.createInvitation,
  summary: 'Пригласить: ссылка показывается один раз',
  body: z.strictObject({ role: memberRole }),
  ok: 201,
  /** The link is the web's `/invite/<token>`. */
  response: invitation.extend({ token: z.string() }),
  refusals: { too_many_invitations: 409 },
});

export const revokeInvitation = call({
  ...accountRoutes.revokeInvitation,
  summary: 'Отозвать приглашение',
  params: idParams,
  ok: 204,
  response: empty,
});
