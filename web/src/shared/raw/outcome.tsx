import type { NotificationOutcome } from '@kantor/contract/plain/statuses.ts';
import { useTranslation } from 'react-i18next';
import { DASH } from '../lib/format-amount';
import type { Tone } from '../ui/status-badge';
import classes from './outcome.module.css';

/** An outcome that asks for the trader's eye is a warning; one in order, and one that is not their business, is not. */
const TONES: Record<NotificationOutcome, Tone> = {
  paid: 'success',
  ambiguous: 'warning',
  no_order: 'warning',
  near: 'warning',
  before_order: 'warning',
  expired: 'warning',
  already_closed: 'neutral',
  cancelled: 'warning',
  appeal: 'warning',
  cabinet_blocked: 'warning',
  tail_mismatch: 'warning',
  other_bank: 'warning',
  unknown_sender: 'warning',
  balance_mismatch: 'warning',
  outgoing: 'neutral',
  duplicate: 'neutral',
  block: 'danger',
  one_time_code: 'neutral',
  unread: 'neutral',
  before_matching: 'neutral',
  paid_by_hand: 'success',
  settled: 'neutral',
  dismissed: 'neutral',
};

interface OutcomeProps {
  outcome: NotificationOutcome | undefined;
  /** The server's own sentence. */
  reason: string | undefined;
}

/** The outcome of a bank's message: in Russian the server's sentence with its figures, otherwise the text of its code. */
export function Outcome({ outcome, reason }: OutcomeProps) {
  const { t, i18n } = useTranslation();
  // A server of the bare specification tells nothing.
  if (outcome === undefined || reason === undefined) return DASH;
  const isKnown = Object.hasOwn(TONES, outcome);
  return (
    <span className={classes.outcome} data-tone={isKnown ? TONES[outcome] : 'neutral'}>
      {i18n.language === 'ru' || !isKnown ? reason : t(outcome, { ns: 'outcomes' })}
    </span>
  );
}
