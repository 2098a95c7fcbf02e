import type { Dismissal as Reason } from '@kantor/contract/plain/match.ts';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { MatchCandidate, MessageToSort } from '@/api/match';
import { useMay } from '@/session/may';
import { useMatchTexts } from '@/shared/i18n/match';
import { formatAge } from '@/shared/lib/format-age';
import { inRub } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { useServerNow } from '@/shared/lib/use-now';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import { Candidate } from './match-candidate';
import classes from './desk.module.css';
import { Dismissal } from './dismissal';
import { useSortSoon } from './use-sort-soon';

const canBe = (order: MatchCandidate) => order.can_confirm || order.for_sum !== null;
const isExact = ({ difference }: MatchCandidate) => difference !== null && Number(difference) === 0;

/** The order that a message is about, where nothing speaks for another: its balance fits, or it is the only one, to the kopeck. */
function sureOf(candidates: readonly MatchCandidate[]): MatchCandidate | undefined {
  const possible = candidates.filter((order) => canBe(order));
  const [fitting, another] = possible.filter((order) => order.balance_fits && isExact(order));
  if (fitting !== undefined) return another === undefined ? fitting : undefined;
  const [only, other] = possible;
  return only !== undefined && other === undefined && isExact(only) ? only : undefined;
}

interface MessageCardProps {
  message: MessageToSort;
  onDismissed: (dismissed: { id: string; reason: Reason }) => void;
}

/** A message as it was read, the orders that it may be about, and what a person says of it. */
export function MessageCard({ message, onDismissed }: MessageCardProps) {
  const t = useMatchTexts();
  const mayAct = useMay('orders.confirm');
  const { press, undo, isUnderWay, waitingSum } = useSortSoon(message);
  const { candidates, amount } = message;
  const name = amount === null ? t('match:unreadSum') : inRub(amount);
  // The focus comes first to what is likeliest: of a text that nobody could read, that it is about no order.
  const first = amount === null ? undefined : candidates.find((order) => canBe(order));
  const sure = sureOf(candidates);
  return (
    <li className={classes.card} data-row="" data-under-way={isUnderWay || undefined}>
      <div className={classes.head}>
        <h2>{name}</h2>
        <Read message={message} />
        <span className={classes.acts}>
          {waitingSum !== undefined && (
            <Button
              size="xs"
              variant="default"
              data-undo={message.id}
              aria-label={t('match:undoOf', { sum: waitingSum })}
              onClick={undo}
            >
              {t('match:undo')}
            </Button>
          )}
          {mayAct && (
            <Dismissal
              message={message}
              name={name}
              disabled={isUnderWay}
              isFirst={first === undefined}
              onDone={onDismissed}
            />
          )}
        </span>
      </div>
      <Outcome outcome={message.outcome} reason={message.reason} />
      {candidates.length === 0 ? (
        <p className={classes.none}>{t('match:noCandidates')}</p>
      ) : (
        <ul className={classes.candidates} aria-label={t('match:candidates')}>
          {candidates.map((order) => (
            <Candidate
              key={order.id}
              message={message}
              order={order}
              isFirst={order === first}
              isSure={order === sure}
              disabled={isUnderWay || !mayAct}
              onAct={press}
            />
          ))}
        </ul>
      )}
      <details className={classes.text} open={amount === null}>
        <summary>{t('match:wholeText')}</summary>
        <MessageText text={message.text} />
        <Link to={paths.notification(message.id)}>{t('notifications.info')}</Link>
      </details>
    </li>
  );
}

/** What was read in the text, where it came, and how long ago. */
function Read({ message }: { message: MessageToSort }) {
  const t = useMatchTexts();
  const age = formatAge(t, useServerNow() - Date.parse(message.heard_at));
  const { bank, tail, sender } = message;
  const from = [bank ?? message.application, tail && `•${tail}`].filter(Boolean).join(' ');
  return (
    <span className={classes.read}>
      <span>{from}</span>
      {sender !== null && (
        <span className={classes.sender}>
          {t('match:from')}
          <MessageText text={sender} />
        </span>
      )}
      <span className={classes.hint}>{message.cabinet.device_name}</span>
      <span className={classes.hint}>{t('match:age', { age })}</span>
    </span>
  );
}
