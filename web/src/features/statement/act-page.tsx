import { Button } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { type Act, useGetActQuery, useGetPlatformActQuery, useTakeActFileMutation } from '@/api/statement';
import type { Role } from '@/api/user';
import { useRole } from '@/session/use-user';
import { ActionButton } from '@/shared/action/action-button';
import { useAction } from '@/shared/action/use-action';
import { useStatementTexts } from '@/shared/i18n/statement';
import { paths } from '@/shared/lib/paths';
import type { QueryState } from '@/shared/lib/query-call';
import { saveAddress } from '@/acts/exports/save-file';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { ErrorState, LoadingNote } from '@/shared/ui/states';
import classes from './act-page.module.css';
import { Paper } from './act-paper';

/** Where the reader comes from. */
const backOf = (role: Role, { party, account }: Act): string => {
  if (role !== 'operator') return paths.acts();
  return party === null ? paths.revenue : paths.platformAccount(account.id);
};

/** An act as a sheet of paper: it stands alone, and prints as it stands. */
export function Component() {
  const role = useRole();
  const { id = '' } = useParams();
  if (role === undefined) return <LoadingNote />;
  return role === 'operator' ? <OfPlatform id={id} /> : <Own id={id} side={role} />;
}

const OfPlatform = ({ id }: { id: string }) => <Sheet side="operator" query={useGetPlatformActQuery(id)} />;
const Own = ({ id, side }: { id: string; side: Role }) => <Sheet side={side} query={useGetActQuery(id)} />;

function Sheet({ side, query }: { side: Role; query: QueryState<Act> }) {
  const { currentData: act, isError, error, refetch } = query;
  const t = useStatementTexts();
  if (act === undefined) {
    return (
      <main className={classes.page}>
        <ScreenTitle>{t('statement:acts.title')}</ScreenTitle>
        {isError ? (
          <>
            <Link to={side === 'operator' ? paths.platformAccounts : paths.acts()}>{t('statement:acts.back')}</Link>
            <ErrorState title={t('statement:act.failed')} error={error} onRetry={refetch} />
          </>
        ) : (
          <LoadingNote />
        )}
      </main>
    );
  }
  return (
    <main className={classes.page}>
      <ScreenTitle>{t('statement:act.title', { n: act.number })}</ScreenTitle>
      <nav className={classes.bar}>
        <Link to={backOf(side, act)}>
          {act.party === null
            ? t('statement:acts.toRevenue')
            : side === 'operator'
              ? act.account.name
              : t('statement:acts.back')}
        </Link>
        <Button variant="default" onClick={() => window.print()}>
          {t('statement:act.print')}
        </Button>
        <Download side={side} id={act.id} />
      </nav>
      <Paper act={act} side={side} />
    </main>
  );
}

function Download({ side, id }: { side: Role; id: string }) {
  const t = useStatementTexts();
  const [ask, { isLoading }] = useTakeActFileMutation();
  const run = useAction(ask, {
    failure: t('statement:act.pdfFailed'),
    onSuccess: ({ name, url }) => saveAddress(name, url),
  });
  return (
    <ActionButton loading={isLoading} onClick={() => void run({ id, isPlatform: side === 'operator' })}>
      {t('statement:act.pdf')}
    </ActionButton>
  );
}
