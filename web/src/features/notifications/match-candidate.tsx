import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { ConfirmOrder } from '@/acts/confirm-order';
import type { MatchCandidate, MessageToSort } from '@/api/match';
import { type MatchTexts, useMatchTexts } from '@/shared/i18n/match';
import { formatAge } from '@/shared/lib/format-age';
import { formatAmount, inRub } from '@/shared/lib/format-amount';
import { paths } from '@/shared/lib/paths';
import { useServerNow } from '@/shared/lib/use-now';
import { MessageText } from '@/shared/raw/message-text';
import { Status } from '@/shared/ui/status';
import { StatusBadge } from '@/shared/ui/status-badge';
import { TimeLeft } from '@/shared/ui/time-left';
import classes from './desk.module.css';
import type { Act } from './use-sort-soon';

interface CandidateProps {
  message: MessageToSort;
  order: MatchCandidate;
  /** The likeliest: the focus comes to it first. */
  isFirst: boolean;
  /** It is the only one that it can be: the key confirms it from wherever in the row. */
  isSure: boolean;
  disabled: boolean;
  onAct: (button: Element, order: MatchCandidate, act: Act) => void;
}

interface Way {
  act: Act;
  text: string;
  label: string;
  title?: string;
}

/** What can be done with the order by the message, the most fitting first. */
function waysOf({ message, order }: Pick<CandidateProps, 'message' | 'order'>, t: MatchTexts): Way[] {
  const name = order.short_name;
  const own = { order: name, amount: formatAmount(order.amount) };
  const came = { order: name, amount: formatAmount(message.amount) };
  const { for_sum: way } = order;
  if (way === null) {
    return order.can_confirm && message.amount !== null
      ? [{ act: 'own', text: t('match:thisOne'), label: t('match:thisOneOf', own) }]
      : [];
  }
  const forSum: Way = {
    act: 'forSum',
    text: t(`match:${way}`, came),
    label: t(`match:${way}Of`, came),
    title: t(`match:rule.${way}`),
  };
  return order.can_confirm
    ? [forSum, { act: 'own', text: t('match:own', own), label: t('match:ownOf', own) }]
    : [forSum];
}

/** An order that the message may be about, and what can be done by it. */
export function Candidate({ isFirst, isSure, disabled, onAct, ...of }: CandidateProps) {
  const t = useMatchTexts();
  const { order } = of;
  return (
    <li className={classes.candidate}>
      <span className={classes.order}>
        <strong>{inRub(order.amount)}</strong>
        <span>{order.bank_detail.short_name}</span>
        <Link to={paths.order(order.id)}>{t('match:orderOf', { order: order.short_name })}</Link>
        <Age since={order.created_at} />
        {order.status === 'ACTIVE' ? (
          <TimeLeft until={order.expires_at} since={order.created_at} />
        ) : (
          <Status kind="order" of={order} />
        )}
        <Difference of={order.difference} />
        {order.balance_fits && <StatusBadge tone="success">{t('match:balanceFits')}</StatusBadge>}
      </span>
      <span className={classes.ways}>
        {of.message.amount === null && order.can_confirm && <AskFirst {...of} disabled={disabled} />}
        {waysOf(of, t).map(({ act, text, label, title }, nth) => (
          <Button
            key={act}
            size="xs"
            variant={isSure && nth === 0 ? 'filled' : 'default'}
            aria-label={label}
            title={title}
            disabled={disabled}
            data-candidate=""
            {...(isFirst && nth === 0 && { 'data-first': '' })}
            {...(isSure && nth === 0 && { 'data-confirm': '' })}
            // Held down, Enter would act in row after row.
            onKeyDown={(event) => event.repeat && event.preventDefault()}
            onClick={({ currentTarget }) => {
              currentTarget.focus();
              onAct(currentTarget, order, act);
            }}
          >
            {text}
          </Button>
        ))}
      </span>
    </li>
  );
}

/** Nobody knows what a text that was not read says: no key and no press confirms by it before its words are looked at. */
function AskFirst({ message, order, disabled }: Pick<CandidateProps, 'message' | 'order' | 'disabled'>) {
  const t = useMatchTexts();
  return (
    <ConfirmOrder
      order={order}
      by={{
        id: message.id,
        text: (
          <>
            {t('match:byUnread')}
            <br />
            <MessageText text={message.text} />
          </>
        ),
      }}
      size="xs"
      variant="default"
      label={t('match:thisOneOf', { order: order.short_name, amount: formatAmount(order.amount) })}
      disabled={disabled}
    >
      {t('match:thisOne')}
    </ConfirmOrder>
  );
}

function Age({ since }: { since: string }) {
  const t = useMatchTexts();
  const age = formatAge(t, useServerNow() - Date.parse(since));
  return <span className={classes.hint}>{t('match:age', { age })}</span>;
}

function Difference({ of: difference }: { of: MatchCandidate['difference'] }) {
  const t = useMatchTexts();
  const text = difference === null ? '0' : String(difference);
  if (Number(text) === 0) return null;
  const amount = inRub(text.replace('-', ''));
  return (
    <span className={classes.difference}>{t(text.startsWith('-') ? 'match:less' : 'match:more', { amount })}</span>
  );
}
