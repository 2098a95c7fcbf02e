import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import * as actions from '@kantor/contract/plain/platform-actions.ts';
import { act } from './act';
import { withReason } from './fields';

interface Props {
  id: string;
  /** What is proposed, for whoever hears the button's name. */
  what: string;
}

/** What another person proposed is carried out. */
export const AcceptProposal = act(({ id, what }: Props, t) => ({
  isMain: true,
  size: 'xs',
  action: actions.acceptProposal,
  id,
  text: t('desk:proposals.accept'),
  label: `${t('desk:proposals.accept')}: ${what}`,
  title: t('desk:proposals.acceptTitle'),
}));

/** Nothing comes of it; also for whoever proposed it. */
export const DeclineProposal = act(({ id, what }: Props, t) => ({
  danger: true,
  size: 'xs',
  action: actions.declineProposal,
  id,
  text: t('desk:proposals.decline'),
  label: `${t('desk:proposals.decline')}: ${what}`,
  title: t('desk:proposals.declineTitle'),
  fields: withReason(t, { maxLength: MAX_LENGTH.reason }),
}));
