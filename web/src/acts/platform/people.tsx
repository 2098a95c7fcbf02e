import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { act } from './act';
import { withReason } from './fields';

interface Props {
  person: { id: string; username: string };
}

/** A password of ours, shown once; whoever has lost theirs signs in by it. */
const passwordBy = (action: typeof actions.setPassword) =>
  act(({ person: { id, username: name } }: Props, t) => ({
    danger: true,
    size: 'xs',
    action,
    id,
    text: t('desk:members.password'),
    label: `${t('desk:members.password')}: ${name}`,
    title: t('desk:members.passwordTitle', { name }),
  }));

/** In all their accounts, which stay as they are. */
const blockBy = (action: typeof actions.blockPerson) =>
  act(({ person: { id, username: name } }: Props, t) => ({
    danger: true,
    size: 'xs',
    action,
    id,
    text: t('desk:accounts.block'),
    label: t('desk:accounts.blockTitle', { name }),
    title: t('desk:accounts.blockTitle', { name }),
    fields: withReason(t, { hint: t('desk:accounts.reasonHint') }),
  }));

const unblockBy = (action: typeof actions.unblockPerson) =>
  act(({ person: { id, username: name } }: Props, t) => ({
    isMain: true,
    size: 'xs',
    action,
    id,
    text: t('desk:accounts.unblock'),
    label: t('desk:accounts.unblockTitle', { name }),
    title: t('desk:accounts.unblockTitle', { name }),
    fields: withReason(t, { hint: t('desk:accounts.reasonHint') }),
  }));

export const SetPassword = passwordBy(actions.setPassword);
export const BlockPerson = blockBy(actions.blockPerson);
export const UnblockPerson = unblockBy(actions.unblockPerson);
export const SetStaffPassword = passwordBy(actions.setStaffPassword);
export const BlockStaff = blockBy(actions.blockStaff);
export const UnblockStaff = unblockBy(actions.unblockStaff);

/** Proposes it: another person, who knows as well that it is them, carries it out. */
export const RestoreSecondFactor = act(({ person: { id, username: name } }: Props, t) => ({
  danger: true,
  size: 'xs',
  action: actions.restoreSecondFactor,
  id,
  text: t('desk:members.restore'),
  label: `${t('desk:members.restore')}: ${name}`,
  title: t('desk:members.restoreTitle', { name }),
  confirmText: t('desk:propose'),
  fields: withReason(t, { hint: t('desk:members.restoreHint') }),
}));
