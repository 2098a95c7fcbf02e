import { z } from 'zod';
import { MAX_LENGTH } from '../../plain/limits.ts';
import * as routes from '../../plain/platform-actions.ts';
import { id, text } from '../call.ts';
import { memberRole as role } from '../members.ts';
import { actionCalls } from './action.ts';

const reason = text(MAX_LENGTH.rejection);
/** Whom it is about: a member of the account. */
const person = id;

export const inviteMember = actionCalls(routes.inviteMember, {
  summary: 'Пригласить в кабинет: ссылка показывается один раз',
  fields: { role },
  refusals: { platform_account: 409, account_blocked: 409, too_many_invitations: 409 },
});

export const revokeInvitation = actionCalls(routes.revokeInvitation, {
  summary: 'Отозвать приглашение в кабинет',
  fields: {},
  refusals: { platform_account: 409, invitation_ended: 409 },
});

/** Somebody who has no account yet is made, with a password that is shown once. */
export const addMember = actionCalls(routes.addMember, {
  summary: 'Добавить человека в кабинет',
  fields: { username: text(MAX_LENGTH.username), role },
  refusals: { platform_account: 409, already_member: 409, too_many_members: 409, username_taken: 409 },
});

export const setMemberRole = actionCalls(routes.setMemberRole, {
  summary: 'Сменить роль участника кабинета',
  fields: { person, role },
  refusals: { platform_account: 409, not_member: 409, last_owner: 409, same_role: 409 },
});

export const removeMember = actionCalls(routes.removeMember, {
  summary: 'Убрать человека из кабинета',
  fields: { person },
  refusals: { platform_account: 409, not_member: 409, last_owner: 409 },
});

/** It signs the person out everywhere, and ends the keys and phones that they may have made. */
export const setPassword = actionCalls(routes.setPassword, {
  summary: 'Задать человеку новый пароль: он показывается один раз',
  fields: { keep_keys: z.boolean().default(false), keep_phones: z.boolean().default(false) },
  refusals: { platform_person: 409 },
});

export const blockPerson = actionCalls(routes.blockPerson, {
  summary: 'Заблокировать человека во всех его кабинетах',
  fields: { reason },
  refusals: { platform_person: 409, blocked_already: 409 },
});

export const unblockPerson = actionCalls(routes.unblockPerson, {
  summary: 'Разблокировать человека',
  fields: { reason },
  refusals: { platform_person: 409, not_blocked: 409 },
});

/** It signs the person out everywhere; an owner's is set on the server. */
export const setStaffPassword = actionCalls(routes.setStaffPassword, {
  summary: 'Задать сотруднику площадки новый пароль: он показывается один раз',
  fields: {},
  refusals: { platform_owner: 409 },
});

export const blockStaff = actionCalls(routes.blockStaff, {
  summary: 'Заблокировать сотрудника площадки',
  fields: { reason },
  refusals: { platform_owner: 409, blocked_already: 409 },
});

export const unblockStaff = actionCalls(routes.unblockStaff, {
  summary: 'Разблокировать сотрудника площадки',
  fields: { reason },
  refusals: { platform_owner: 409, not_blocked: 409 },
});

export const restoreSecondFactor = actionCalls(routes.restoreSecondFactor, {
  summary: 'Предложить снять второй фактор с того, кто его потерял',
  fields: { reason },
  refusals: { no_factor: 409, own_factor: 409, same_waits: 409 },
});
