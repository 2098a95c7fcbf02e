import type { State } from '@/api/platform-figures';
import { DASH, formatCount } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { type Column, DataTable } from '@/shared/list/data-table';
import classes from './figures.module.css';
import { type Texts, useTexts } from './texts';

interface Line {
  name: string;
  value: string;
  moment?: string;
}

const NONE: ReadonlySet<string> = new Set();

/** The heads of a table: the name, then one or two values. */
const columns = ([name, value, moment]: readonly [string, string, string?]): Column<Line>[] => [
  { id: 'name', header: name, cell: (line) => line.name, card: 'head', fit: 'wrap' },
  { id: 'value', header: value, cell: (line) => line.value, align: 'right', labelled: true },
  ...(moment === undefined
    ? []
    : [
        {
          id: 'moment',
          header: moment,
          cell: (line: Line) => line.moment ?? DASH,
          align: 'right',
          card: 'end',
          labelled: true,
        } as const,
      ]),
];

interface SectionProps {
  id: string;
  title: string;
  heads: readonly [string, string, string?];
  rows: readonly Line[];
  empty?: string;
}

function Section({ id, title, heads, rows, empty }: SectionProps) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 && empty !== undefined ? (
        <p className={classes.quiet}>{empty}</p>
      ) : (
        <DataTable
          label={title}
          columns={columns(heads)}
          rows={rows}
          rowKey={({ name }) => name}
          skeletonRows={0}
          isStale={false}
          gone={NONE}
        />
      )}
    </section>
  );
}

const QUEUES = ['outbox_lists', 'outbox_rollups', 'outbox_alerts', 'outbox_webhooks', 'alerts', 'webhooks'] as const;

/** A queue that is new to this build stays as it came. */
function queueName(name: string, t: Texts): string {
  const known = QUEUES.find((queue) => queue === name);
  return known === undefined ? name : t(`figures:state.names.${known}`);
}

const KEPT = ['texts', 'webhooks', 'requests', 'pings', 'refusals', 'proposals'] as const;

/** What is forgotten after its term: how much was, and when its job last succeeded. */
function Retention({ jobs, forgotten }: Pick<State, 'jobs' | 'forgotten'>) {
  const t = useTexts();
  const rows = KEPT.map((what) => ({
    name: t(`figures:state.kept.names.${what}`),
    value: formatCount(forgotten.find((each) => each.what === what)?.n ?? 0),
    moment: formatDateTime(jobs.find(({ name }) => name === `forget_${what}`)?.succeeded_at ?? null),
  }));
  const heads = [t('figures:state.kept.what'), t('figures:state.kept.n'), t('figures:state.kept.succeeded')] as const;
  return <Section id="state-kept" title={t('figures:state.kept.title')} heads={heads} rows={rows} />;
}

/** Queues, errors, what is forgotten, and jobs. */
export function StateTables({ state: { queues, jobs, forgotten, errors } }: { state: State }) {
  const t = useTexts();
  return (
    <>
      <Section
        id="state-queues"
        title={t('figures:state.queues')}
        heads={[t('figures:state.queue'), t('figures:state.waiting'), t('figures:state.oldest')]}
        rows={queues.map(({ name, count, since }) => ({
          name: queueName(name, t),
          value: formatCount(count),
          moment: formatDateTime(since),
        }))}
      />
      <Section
        id="state-errors"
        title={t('figures:state.errors')}
        heads={[t('figures:state.kind'), t('figures:state.n')]}
        rows={errors.map(({ kind, n }) => ({ name: kind, value: formatCount(n) }))}
        empty={t('figures:state.noErrors')}
      />
      <Retention jobs={jobs} forgotten={forgotten} />
      <Section
        id="state-jobs"
        title={t('figures:state.jobs')}
        heads={[t('figures:state.job'), t('figures:state.succeeded')]}
        rows={jobs.map(({ name, succeeded_at: at }) => ({ name, value: formatDateTime(at) }))}
      />
      <p className={classes.definition}>{t('figures:state.definition')}</p>
    </>
  );
}
