import { getState, type State, useAskVerificationMutation, useGetStateQuery } from '@/api/platform-figures';
import { useUser } from '@/session/use-user';
import { ActionButton } from '@/shared/action/action-button';
import { useAction } from '@/shared/action/use-action';
import { type Fact, FactsCard, FactsSkeleton } from '@/shared/detail/facts';
import { formatAge } from '@/shared/lib/format-age';
import { formatDecimal } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { PRELOAD, type Preload } from '@/shared/lib/query-call';
import { useServerNow } from '@/shared/lib/use-now';
import { Boundary } from '@/shared/ui/boundary';
import screen from '@/shared/ui/screen.module.css';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import classes from './figures.module.css';
import { StateTables } from './state-tables';
import { type Texts, useTexts } from './texts';

export const preload: Preload = () => getState.initiate(undefined, PRELOAD);

/** How the product itself is. */
export function Component() {
  const t = useTexts();
  const { data, isError, error, refetch } = useGetStateQuery();
  return (
    <div className={screen.screen}>
      <ScreenTitle>{t('sections.state')}</ScreenTitle>
      <div className={screen.header}>
        <h1>{t('sections.state')}</h1>
        {isError && data && <StaleNote onRetry={refetch} />}
      </div>
      {data && (
        <>
          <Boundary>
            <General state={data} />
          </Boundary>
          <Boundary>
            <Verification run={data.verification} />
          </Boundary>
          <Boundary>
            <StateTables state={data} />
          </Boundary>
        </>
      )}
      {!data &&
        (isError ? (
          <ErrorState title={t('figures:state.loadError')} error={error} onRetry={refetch} />
        ) : (
          <FactsSkeleton />
        ))}
    </div>
  );
}

const BYTES = { mebi: 1024 ** 2, gibi: 1024 ** 3 };

function sizeOf(bytes: number, t: Texts): string {
  const unit = bytes < BYTES.gibi ? 'mebi' : 'gibi';
  return t(`figures:state.size.${unit}`, { n: formatDecimal((bytes / BYTES[unit]).toFixed(1), 0, 1) });
}

function General({ state }: { state: State }) {
  const t = useTexts();
  const now = useServerNow();
  const { database, replica, backup, drill, disk, chain, phones } = state;
  const ago = (moment: string) => t('figures:state.ago', { age: formatAge(t, now - Date.parse(moment)) });
  const facts: Fact[] = [
    [t('figures:state.version'), state.version],
    [t('figures:state.database'), t('figures:state.databaseValue', { ...database, size: sizeOf(database.size, t) })],
    ...(replica ? ([[t('figures:state.replica'), replicaText(replica, t)]] as const) : []),
    [
      t('figures:state.backup'),
      backup ? [ago(backup.at), backup.note].filter(Boolean).join(' · ') : t('figures:state.noBackup'),
    ],
    [t('figures:state.drill'), drill ? [ago(drill.at), drillText(drill, t)].join(' · ') : t('figures:state.noDrill')],
    [
      t('figures:state.disk'),
      t('figures:state.diskValue', { free: sizeOf(disk.free, t), total: sizeOf(disk.total, t) }),
    ],
    [
      t('figures:state.chain'),
      chain
        ? `${t('figures:state.chainValue', { block: chain.block })} · ${ago(chain.block_at)}`
        : t('figures:state.noChain'),
    ],
    [t('figures:state.phones'), t('figures:state.phonesValue', phones)],
  ];
  return <FactsCard title={t('figures:state.general')} facts={facts} />;
}

function replicaText({ age_seconds: seconds, is_read }: NonNullable<State['replica']>, t: Texts): string {
  if (seconds === null) return t('figures:state.replicaAway');
  return is_read ? t('figures:state.replicaRead', { seconds }) : t('figures:state.replicaOld', { seconds });
}

function drillText({ backup_at, violations, bad_files: files }: NonNullable<State['drill']>, t: Texts): string {
  const time = formatDateTime(backup_at);
  return violations + files === 0
    ? t('figures:state.drillGood', { time })
    : t('figures:state.drillBad', { time, violations, files });
}

function Verification({ run }: { run: State['verification'] }) {
  const t = useTexts();
  const [trigger] = useAskVerificationMutation();
  const ask = useAction(trigger, { failure: t('figures:state.verifyFailed') });
  const mayAsk = useUser()?.rights?.includes('platform.decide') ?? false;
  const isRunning = run !== null && run.ended_at === null;
  return (
    <section className={classes.section} aria-labelledby="state-verification">
      <div className={screen.header}>
        <h2 id="state-verification">{t('figures:state.verification')}</h2>
        {mayAsk && (
          <ActionButton variant="default" disabled={isRunning} onClick={() => void ask()}>
            {t('figures:state.verify')}
          </ActionButton>
        )}
      </div>
      <p className={run?.violations ? classes.bad : undefined} role="status">
        <RunText run={run} />
      </p>
      {run?.since && (
        <p className={classes.quiet}>
          {t('figures:state.recent', { since: formatDateTime(run.since), whole: formatDateTime(run.whole_at) })}
        </p>
      )}
      {run && run.found.length > 0 && (
        <ul className={classes.found}>
          {run.found.map(({ invariant, row, problem }) => (
            <li key={`${invariant} ${row}`}>{`${row}: ${problem}. ${invariant}.`}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function RunText({ run }: { run: State['verification'] }) {
  const t = useTexts();
  if (run === null) return t('figures:state.never');
  if (run.ended_at === null) return t('figures:state.running', { time: formatDateTime(run.asked_at) });
  const time = formatDateTime(run.ended_at);
  return run.violations === 0
    ? t('figures:state.clean', { time })
    : t('figures:state.broken', { n: run.violations ?? 0, time });
}
