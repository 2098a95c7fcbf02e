import { type SignIn, useEndOtherSignInsMutation, useEndSignInMutation, useGetSignInsQuery } from '@/api/security';
import { AskButton } from '@/shared/action/ask-button';
import { useAction } from '@/shared/action/use-action';
import { formatDateTime } from '@/shared/lib/format-date';
import { ErrorState, Skeleton } from '@/shared/ui/states';
import { StatusBadge } from '@/shared/ui/status-badge';
import { Card } from '@/shared/settings/card';
import classes from '@/shared/settings/settings.module.css';
import { useTexts } from './texts';

/** Where the person is signed in; they can end any of it. */
export function SignIns() {
  const t = useTexts();
  const { currentData: signIns, isError, error, refetch } = useGetSignInsQuery();
  const hasOthers = signIns?.some(({ is_current: isCurrent }) => !isCurrent) ?? false;
  return (
    <Card title={t('security:signIns.title')} {...(hasOthers && { actions: <EndOthers /> })}>
      {!signIns && isError && <ErrorState title={t('security:signIns.notFound')} error={error} onRetry={refetch} />}
      {!signIns && !isError && <Skeleton />}
      {signIns && (
        <ul className={classes.list}>
          {signIns.map((signIn) => (
            <OneSignIn key={signIn.id} signIn={signIn} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function OneSignIn({ signIn }: { signIn: SignIn }) {
  const t = useTexts();
  const browser = signIn.browser ?? t('security:signIns.unknown');
  const began = formatDateTime(signIn.started_at);
  return (
    <li>
      <div>
        <span className={classes.name}>
          {browser} {signIn.is_current && <StatusBadge tone="success">{t('security:signIns.current')}</StatusBadge>}
        </span>
        <span className={classes.when}>
          {[
            signIn.address,
            t('security:signIns.began', { time: began }),
            t('security:signIns.seen', { time: formatDateTime(signIn.last_seen_at) }),
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
      </div>
      {!signIn.is_current && <EndOne id={signIn.id} label={t('security:signIns.endOf', { browser, time: began })} />}
    </li>
  );
}

function EndOne({ id, label }: { id: string; label: string }) {
  const t = useTexts();
  const [end] = useEndSignInMutation();
  const run = useAction(end, { success: t('security:signIns.ended'), failure: t('security:signIns.endFailed') });
  return (
    <AskButton
      size="xs"
      variant="default"
      label={label}
      question={{ title: t('security:signIns.endTitle'), confirmText: t('security:signIns.end'), danger: true }}
      onConfirm={() => run(id)}
    >
      {t('security:signIns.end')}
    </AskButton>
  );
}

function EndOthers() {
  const t = useTexts();
  const [end] = useEndOtherSignInsMutation();
  const run = useAction(end, {
    success: t('security:signIns.endedOthers'),
    failure: t('security:signIns.endFailed'),
  });
  return (
    <AskButton
      variant="default"
      question={{
        title: t('security:signIns.endOthersTitle'),
        text: t('security:signIns.endOthersText'),
        confirmText: t('security:signIns.endOthers'),
        danger: true,
      }}
      onConfirm={() => run()}
    >
      {t('security:signIns.endOthers')}
    </AskButton>
  );
}
