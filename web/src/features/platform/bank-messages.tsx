import { Link } from 'react-router';
import classes from '@/acts/appeal/desk.module.css';
import { InChain } from '@/acts/appeal/in-chain';
import { ABOUT, Messages } from '@/acts/appeal/messages';
import type { PlatformAppeal } from '@/api/platform-objects';
import { Card } from '@/shared/detail/facts';
import { DASH, inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { orderName } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import { StatusBadge } from '@/shared/ui/status-badge';
import { useTexts } from './texts';

type Message = PlatformAppeal['messages'][number];

const TONES = { ofThis: 'success', maybe: 'warning', sameSum: 'info' } as const;

/** What a message has to do with the order that is decided on: undefined, nothing. */
function aboutOf({ order_id: orderId, candidates, amount }: Message, appeal: PlatformAppeal) {
  if (orderId === appeal.order_id) return 'ofThis';
  if (orderId !== null) return undefined;
  if (candidates.includes(appeal.order_id)) return 'maybe';
  const isSame = amount !== null && [appeal.amount, appeal.order_detail.amount].map(String).includes(String(amount));
  return isSame ? 'sameSum' : undefined;
}

function Item({ message, appeal }: { message: Message; appeal: PlatformAppeal }) {
  const t = useTexts();
  const { amount, balance, bank, sender, tail, order_id: orderId, device_name: device, heard_at: at } = message;
  const about = aboutOf(message, appeal);
  return (
    <li {...(about && ABOUT)}>
      <div className={classes.head}>
        <strong>
          <Link to={paths.platformNotification(message.id)}>{amount === null ? DASH : inRub(amount)}</Link>
        </strong>
        {about && <StatusBadge tone={TONES[about]}>{t(`platform:contested.${about}`)}</StatusBadge>}
        {!about && orderId !== null && (
          <Link to={paths.platformOrder(orderId)}>
            {t('platform:contested.ofOther', { order: orderName(orderId) })}
          </Link>
        )}
        <InChain is={message.is_in_chain} />
        <time dateTime={at}>{formatDateTime(at)}</time>
      </div>
      <MessageText text={message.text} />
      <Outcome outcome={message.outcome} reason={message.reason} />
      <span className={classes.note}>
        {[
          bank,
          sender,
          tail && `•${tail}`,
          balance === null ? null : t('platform:contested.balance', { sum: inRub(balance) }),
          device,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </li>
  );
}

/** What the bank told the requisite's phone around the order, oldest first, and what each message was matched to. */
export function BankMessages({ of: appeal }: { of: PlatformAppeal }) {
  const t = useTexts();
  const { messages, has_more_messages: hasMore } = appeal;
  return (
    <Card title={t('platform:contested.bank')}>
      <p className={classes.note}>{t('platform:contested.bankHint')}</p>
      {messages.length === 0 ? (
        <p className={classes.none}>{t('platform:contested.noMessages')}</p>
      ) : (
        <Messages label={t('platform:contested.bank')}>
          {messages.map((message) => (
            <Item key={message.id} message={message} appeal={appeal} />
          ))}
        </Messages>
      )}
      {hasMore && <p className={classes.note}>{t('platform:contested.moreMessages', { n: messages.length })}</p>}
    </Card>
  );
}
