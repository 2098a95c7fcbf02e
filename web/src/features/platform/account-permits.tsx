import { AllowAccount, DisallowAccount } from '@/acts/platform/permits';
import type { AccountPage } from '@/api/platform-accounts';
import { Card } from '@/shared/detail/facts';
import { DASH } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { useTexts } from './texts';
import classes from './account.module.css';

/** The accounts of other traders that a trader may have requisites with. */
export function Permits({ account: { id, role, permits } }: { account: AccountPage }) {
  const t = useTexts();
  if (role !== 'trader') return null;
  return (
    <Card title={t('platform:accounts.permits.title')}>
      {permits.length === 0 ? (
        <p className={classes.none}>{t('platform:accounts.permits.none')}</p>
      ) : (
        <ul className={classes.people} aria-label={t('platform:accounts.permits.title')}>
          {permits.map((permit) => (
            <li key={`${permit.kind} ${permit.number} ${permit.allowed_at}`}>
              <div className={classes.head}>
                <strong>{permit.number}</strong>
                {permit.bank !== null && <span>{permit.bank}</span>}
              </div>
              <span className={classes.note}>
                {t('platform:accounts.permits.of', {
                  owner: permit.claimant ?? DASH,
                  by: permit.allowed_by,
                  at: formatDateTime(permit.allowed_at),
                })}
              </span>
              {permit.id !== null && (
                <div className={classes.acts}>
                  <DisallowAccount id={id} permit={permit.id} number={permit.number} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className={classes.acts}>
        <AllowAccount id={id} />
      </div>
    </Card>
  );
}
