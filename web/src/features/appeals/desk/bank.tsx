import { Link } from 'react-router';
import { InChain } from '@/acts/appeal/in-chain';
import type { AppealDesk } from '@/api/appeals';
import { Card } from '@/shared/detail/facts';
import { useAppealTexts } from '@/shared/i18n/appeal';
import { DASH, inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import { StatusBadge } from '@/shared/ui/status-badge';
import classes from '@/acts/appeal/desk.module.css';

type Message = NonNullable<AppealDesk['bank']>['messages'][number];

interface Sums {
  orderId: string;
  /** Roubles: what is claimed, and the order's own. */
  sums: readonly (string | number)[];
}

function About({ message, orderId, sums }: { message: Message } & Sums) {
  const t = useAppealTexts();
  if (message.order_id === orderId) return <StatusBadge tone="success">{t('appeal:bank.ofThis')}</StatusBadge>;
  const isSame = message.amount !== null && sums.map(String).includes(String(message.amount));
  return isSame ? <StatusBadge tone="info">{t('appeal:bank.sameSum')}</StatusBadge> : null;
}

/** What the bank told the requisite's phone around the order, oldest first. */
export function Bank({ bank, ...sums }: { bank: NonNullable<AppealDesk['bank']> } & Sums) {
  const t = useAppealTexts();
  return (
    <Card title={t('appeal:bank.title')}>
      <p className={classes.note}>{t('appeal:bank.hint')}</p>
      {bank.messages.length === 0 ? (
        <p className={classes.none}>{t('appeal:bank.none')}</p>
      ) : (
        <ol className={classes.list} aria-label={t('appeal:bank.title')}>
          {bank.messages.map((message) => (
            <li key={message.id}>
              <div className={classes.head}>
                <strong>
                  <Link to={paths.notification(message.id)}>
                    {message.amount === null ? DASH : inRub(message.amount)}
                  </Link>
                </strong>
                <About message={message} {...sums} />
                <InChain is={message.is_in_chain} />
                <time dateTime={message.heard_at}>{formatDateTime(message.heard_at)}</time>
              </div>
              <MessageText text={message.text} />
              <Outcome outcome={message.outcome} reason={message.reason} />
              <span className={classes.note}>
                {[
                  message.bank,
                  message.sender,
                  message.tail && `•${message.tail}`,
                  message.balance === null ? null : t('appeal:bank.balance', { sum: inRub(message.balance) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      )}
      {bank.has_more && <p className={classes.note}>{t('appeal:bank.more', { n: bank.messages.length })}</p>}
    </Card>
  );
}
