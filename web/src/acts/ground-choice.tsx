import { MAX_LENGTH } from '@kantor/contract/plain/limits.ts';
import { WITHOUT_MESSAGE } from '@kantor/contract/plain/statuses.ts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnusedMessage } from '@/api/orders';
import { formatAmount, inRub } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { MessageText } from '@/shared/raw/message-text';
import type { Ground } from './ground';
import classes from './ground-choice.module.css';

interface GroundChoiceProps {
  messages: readonly UnusedMessage[] | undefined;
  /** The messages could not be had. */
  hasFailed: boolean;
  ground: Ground | undefined;
  onChange: (ground: Ground) => void;
  /** The way to messages further down. */
  more?: ReactNode;
}

const MINUTE_S = 60;

/** What keeps a message from fitting, in words; nothing when it fits and came in time. */
function misfitOf(t: TFunction, { fits, difference, late_seconds: late }: UnusedMessage): string {
  const amount = formatAmount(String(difference).replace('-', ''));
  const isLess = String(difference).startsWith('-');
  const isOther = Number(difference) !== 0;
  return [
    isOther && (isLess ? t('confirm.less', { amount }) : t('confirm.more', { amount })),
    !isOther && !fits && t('confirm.otherTail'),
    late > 0 && t('confirm.late', { n: Math.ceil(late / MINUTE_S) }),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The bank's messages that an order may be confirmed by, and the reasons to do so without one. */
export function GroundChoice({ messages, hasFailed, ground, onChange, more }: GroundChoiceProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.choice}>
      <legend>{t('confirm.ground')}</legend>
      <div className={classes.messages} aria-busy={messages === undefined && !hasFailed}>
        {messages?.map((message) => (
          <Option
            key={message.id}
            isChosen={ground?.notification_id === message.id}
            onChoose={() => onChange({ notification_id: message.id })}
          >
            <span className={classes.head}>
              <strong>{inRub(message.amount)}</strong>
              <span>{formatDateTime(message.heard_at)}</span>
              {message.sender !== null && <MessageText text={message.sender} />}
            </span>
            <Misfit message={message} />
            <span className={classes.text}>
              <MessageText text={message.text} cut />
            </span>
          </Option>
        ))}
        {messages?.length === 0 && <p className={classes.none}>{t('confirm.noMessages')}</p>}
        {hasFailed && <p className={classes.none}>{t('confirm.failed')}</p>}
        {more}
      </div>
      {WITHOUT_MESSAGE.map((reason) => (
        <Option
          key={reason}
          isChosen={ground?.without_message === reason}
          onChoose={() => onChange({ ...(ground?.note && { note: ground.note }), without_message: reason })}
        >
          {t(`confirm.without.${reason}`)}
        </Option>
      ))}
      {ground?.without_message !== undefined && (
        <input
          className={classes.note}
          aria-label={t('confirm.note')}
          placeholder={t('confirm.note')}
          maxLength={MAX_LENGTH.note}
          value={ground.note ?? ''}
          onChange={({ target }) =>
            onChange({ without_message: ground.without_message, ...(target.value !== '' && { note: target.value }) })
          }
        />
      )}
    </fieldset>
  );
}

function Misfit({ message }: { message: UnusedMessage }) {
  const { t } = useTranslation();
  const misfit = misfitOf(t, message);
  if (misfit === '') return <span className={classes.fits}>{t('confirm.fits')}</span>;
  return <span className={classes.misfit}>{misfit}</span>;
}

function Option({ isChosen, onChoose, children }: { isChosen: boolean; onChoose: () => void; children: ReactNode }) {
  return (
    <label className={classes.option} data-chosen={isChosen || undefined}>
      <input type="radio" name="ground" checked={isChosen} onChange={onChoose} />
      <span className={classes.body}>{children}</span>
    </label>
  );
}
