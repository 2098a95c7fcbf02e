import { Link } from 'react-router';
import { InChain } from '@/acts/appeal/in-chain';
import { ABOUT, Messages } from '@/acts/appeal/messages';
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

/** What a message has to do with the order: undefined, nothing. */
function aboutOf({ order_id: id, amount }: Message, { orderId, sums }: Sums): 'ofThis' | 'sameSum' | undefined {
  if (id === orderId) return 'ofThis';
  return amount !== null && sums.map(String).includes(String(amount)) ? 'sameSum' : undefined;
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
        <Messages label={t('appeal:bank.title')}>
          {bank.messages
            .map((message) => ({ message, about: aboutOf(message, sums) }))
            .map(({ message, about }) => (
              <li key={message.id} {...(about && ABOUT)}>
                <div className={classes.head}>
                  <strong>
                    <Link to={paths.notification(message.id)}>
                      {message.amount === null ? DASH : inRub(message.amount)}
                    </Link>
                  </strong>
                  {about && (
                    <StatusBadge tone={about === 'ofThis' ? 'success' : 'info'}>
                      {t(`appeal:bank.${about}`)}
                    </StatusBadge>
                  )}
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
        </Messages>
      )}
      {bank.has_more && <p className={classes.note}>{t('appeal:bank.more', { n: bank.messages.length })}</p>}
    </Card>
  );
}
