import { useGetSecurityQuery } from '@/api/security';
import { formatDateTime } from '@/shared/lib/format-date';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { ErrorState, Skeleton } from '@/shared/ui/states';
import { AuthenticatorApp } from './authenticator-app';
import { Passkeys } from './passkeys';
import { Password } from './password';
import { RecoveryCodes } from './recovery-codes';
import classes from '@/shared/settings/settings.module.css';
import { SignIns } from './sign-ins';
import { useTexts } from './texts';

/** How the person signs in, and where they are signed in. */
export function Component() {
  const t = useTexts();
  const { currentData: security, isError, error, refetch } = useGetSecurityQuery();
  return (
    <div className={classes.screen}>
      <ScreenTitle>{t('security:title')}</ScreenTitle>
      <h1>{t('security:title')}</h1>
      {!security && isError && <ErrorState title={t('security:notFound')} error={error} onRetry={refetch} />}
      {!security && !isError && <Skeleton />}
      {security?.second_factor_required && (
        <p className={classes.note} role="status">
          {t('security:required')}
        </p>
      )}
      {security?.notices.map(({ at, by, username }) => (
        <p key={at} className={classes.note}>
          {t('security:notice', { by, username, time: formatDateTime(at) })}
        </p>
      ))}
      {security && (
        <div className={classes.cards}>
          <AuthenticatorApp security={security} />
          <Passkeys security={security} />
          {(security.totp !== null || security.passkeys.length > 0) && (
            <RecoveryCodes left={security.recovery_codes_left} />
          )}
          {!security.second_factor_required && (
            <>
              <Password changedAt={security.password_changed_at} />
              <SignIns />
            </>
          )}
        </div>
      )}
    </div>
  );
}
