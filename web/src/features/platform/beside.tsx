import type { PlatformOrder } from '@/api/platform-lists';
import { Card } from '@/shared/detail/facts';
import { DeedChanges } from '@/shared/deeds/deed-changes';
import { useJournalTexts, worded } from '@/shared/deeds/deed-text';
import { usdtInColumn } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import classes from './platform.module.css';
import { useTexts } from './texts';

type Trail = PlatformOrder['trail'];
type Deeds = PlatformOrder['journal'];

/** The money that moved for an object, oldest first: each posting with what every account had after it. */
function MoneyTrail({ trail }: { trail: Trail }) {
  const t = useTexts();
  return (
    <Card title={t('platform:trail.title')}>
      {trail.length === 0 ? (
        <p className={classes.none}>{t('platform:trail.none')}</p>
      ) : (
        <ol className={`${classes.postings} ${classes.columns}`} aria-label={t('platform:trail.title')}>
          {trail.map(({ id, kind, created_at: at, entries }) => (
            <li key={id}>
              <div className={classes.head}>
                <strong>{t(`platform:trail.kinds.${kind}`)}</strong>
                <time dateTime={at}>{formatDateTime(at)}</time>
              </div>
              {entries.map(({ account, part, amount, balance_after: after }, index) => (
                <div key={index} className={classes.entry}>
                  <span>{`${account?.name ?? t('platform:trail.platform')}, ${t(`platform:trail.parts.${part}`)}`}</span>
                  <span>{usdtInColumn(amount)}</span>
                  <span className={classes.after}>
                    {after === null ? '' : t('platform:trail.balance', { sum: usdtInColumn(after) })}
                  </span>
                </div>
              ))}
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

/** What people did to an object, newest first. */
function Journal({ journal }: { journal: Deeds }) {
  const t = useTexts();
  const words = useJournalTexts();
  return (
    <Card title={t('platform:journal.title')}>
      {journal.length === 0 ? (
        <p className={classes.none}>{t('platform:journal.none')}</p>
      ) : (
        <ul className={classes.deeds} aria-label={t('platform:journal.title')}>
          {journal.map(({ id, created_at: at, who, action, before, after }) => (
            <li key={id}>
              <div className={classes.head}>
                <strong>{`${who}: ${worded(words, 'actions', action)}`}</strong>
                <time dateTime={at}>{formatDateTime(at)}</time>
              </div>
              <DeedChanges deed={{ before, after }} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** What stands beside every object of the platform. */
export const Beside = ({ of: { trail, journal } }: { of: { trail: Trail; journal: Deeds } }) => (
  <>
    <MoneyTrail trail={trail} />
    <Journal journal={journal} />
  </>
);
