import { getReading, type Reading, useGetReadingQuery } from '@/api/platform-figures';
import { May } from '@/session/may';
import { formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { PRELOAD, type Preload } from '@/shared/lib/query-call';
import { type Column, DataTable } from '@/shared/list/data-table';
import { Boundary } from '@/shared/ui/boundary';
import screen from '@/shared/ui/screen.module.css';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { ErrorState, StaleNote } from '@/shared/ui/states';
import { StatusBadge } from '@/shared/ui/status-badge';
import classes from './figures.module.css';
import { ReadText } from './read-text';
import { type Texts, useTexts } from './texts';

export const preload: Preload = () => getReading.initiate(undefined, PRELOAD);

const NONE: ReadonlySet<string> = new Set();
const SKELETON_ROWS = 6;

type Application = Reading['applications'][number];

/** How much of what banks write is read, and how one text is. */
export function Component() {
  const t = useTexts();
  const { data, isError, error, refetch } = useGetReadingQuery();
  return (
    <div className={screen.screen}>
      <ScreenTitle>{t('sections.reading')}</ScreenTitle>
      <div className={screen.header}>
        <h1>{t('sections.reading')}</h1>
        {isError && data && <StaleNote onRetry={refetch} />}
      </div>
      {isError && !data ? (
        <ErrorState title={t('figures:reading.loadError')} error={error} onRetry={refetch} />
      ) : (
        <Boundary>
          <Watched applications={data?.applications} />
        </Boundary>
      )}
      <May right="platform.messages">
        <ReadText />
      </May>
    </div>
  );
}

/** `23.11` */
const DAY_LENGTH = 5;
const HUNDRED = 100;
const percent = (share: number) => `${formatCount(Math.round(share * HUNDRED))}\u00a0%`;

const columns = (t: Texts): readonly Column<Application>[] => {
  const read = ({ sums, unread }: { sums: number; unread: number }) =>
    sums === 0 ? '—' : t('figures:reading.of', { read: sums - unread, sums });
  return [
    {
      id: 'application',
      header: t('figures:reading.columns.application'),
      card: 'head',
      fit: 'wrap',
      cell: ({ application }) => application,
    },
    { id: 'bank', header: t('figures:reading.columns.bank'), cell: ({ bank }) => bank },
    {
      id: 'state',
      header: t('figures:reading.columns.state'),
      card: 'badge',
      cell: ({ is_broken: isBroken, usual }) =>
        isBroken ? (
          <StatusBadge tone="danger">{t('figures:reading.broken')}</StatusBadge>
        ) : (
          t(usual === null ? 'figures:reading.young' : 'figures:reading.fine')
        ),
    },
    {
      id: 'short',
      header: t('figures:reading.columns.short'),
      align: 'right',
      labelled: true,
      cell: ({ short }) => read(short),
    },
    {
      id: 'long',
      header: t('figures:reading.columns.long'),
      align: 'right',
      labelled: true,
      cell: ({ long }) => read(long),
    },
    {
      id: 'usual',
      header: t('figures:reading.columns.usual'),
      labelled: true,
      align: 'right',
      cell: ({ usual }) => (usual === null ? '—' : percent(usual)),
    },
    {
      id: 'days',
      header: t('figures:reading.columns.days'),
      card: 'wide',
      fit: 'wrap',
      cell: ({ days }) => days.map((day) => `${formatDateTime(day.day).slice(0, DAY_LENGTH)}: ${read(day)}`).join('; '),
    },
  ];
};

function Watched({ applications }: { applications: Reading['applications'] | undefined }) {
  const t = useTexts();
  return (
    <section className={classes.section} aria-labelledby="reading-watch">
      <h2 id="reading-watch">{t('figures:reading.watch')}</h2>
      {applications?.length === 0 ? (
        <p className={classes.quiet}>{t('figures:reading.none')}</p>
      ) : (
        <DataTable
          label={t('figures:reading.watch')}
          columns={columns(t)}
          rows={applications}
          rowKey={({ application }) => application}
          skeletonRows={SKELETON_ROWS}
          isStale={false}
          gone={NONE}
        />
      )}
      <p className={classes.definition}>{t('figures:reading.definition')}</p>
    </section>
  );
}
