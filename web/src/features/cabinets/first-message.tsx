import { useTranslation } from 'react-i18next';
import { type LastHeard, useGetLastHeardQuery } from '@/api/cabinets';
import { formatAmount } from '@/shared/lib/format-amount';
import { MessageText } from '@/shared/raw/message-text';
import { Outcome } from '@/shared/raw/outcome';
import classes from './cabinets.module.css';

/** A stream that is away tells nothing: whoever sets a phone up looks at this alone. */
const ASKED_EVERY_MS = 4000;

/** Waits for the first message of a phone that was just connected, and shows it as it was read. */
export function FirstMessage({ cabinetId }: { cabinetId: string }) {
  const { t } = useTranslation();
  const { currentData, isError } = useGetLastHeardQuery(cabinetId, {
    pollingInterval: ASKED_EVERY_MS,
    refetchOnMountOrArgChange: true,
  });
  const { message, heard_at: heardAt, refused_at: refusedAt } = currentData ?? {};
  const state = refusedAt ? 'refused' : heardAt ? 'online' : 'waiting';
  return (
    <section className={classes.first} aria-labelledby="first-message">
      <h3 id="first-message">{t('cabinets.firstMessage.title')}</h3>
      <div role="status">
        {message ? (
          <Heard message={message} />
        ) : (
          <p className={classes.note}>{t(`cabinets.firstMessage.${isError ? 'failed' : state}`)}</p>
        )}
      </div>
    </section>
  );
}

function Heard({ message }: { message: NonNullable<LastHeard['message']> }) {
  const { t } = useTranslation();
  const { application, bank, amount, text, outcome, reason } = message;
  return (
    <>
      <p>
        <strong>{t(`cabinets.firstMessage.${amount === null ? 'got' : 'income'}`)}</strong>
      </p>
      <dl className={classes.heard}>
        <dt>{t('cabinets.firstMessage.from')}</dt>
        <dd>{application}</dd>
        <dt>{t('cabinets.firstMessage.bank')}</dt>
        <dd>{bank ?? t('cabinets.firstMessage.unknownBank')}</dd>
        {amount !== null && (
          <>
            <dt>{t('cabinets.firstMessage.amount')}</dt>
            <dd>{`${formatAmount(amount)} ₽`}</dd>
          </>
        )}
        <dt>{t('cabinets.firstMessage.text')}</dt>
        <dd>
          <MessageText text={text} cut />
        </dd>
        <dt>{t('cabinets.firstMessage.outcome')}</dt>
        <dd>
          <Outcome outcome={outcome} reason={reason} />
        </dd>
      </dl>
    </>
  );
}
