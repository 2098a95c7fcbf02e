import { Link } from 'react-router';
import type { DeedRow } from '@/api/journal';
import type ru from '@/shared/i18n/journal.ru.json';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { ShortId } from '@/shared/ui/short-id';
import classes from './journal.module.css';
import type { Texts } from './texts';

type Facts = DeedRow['after'];

/** A word for a code; the code itself where there is none yet. */
const worded = (t: Texts, group: 'actions' | 'kinds' | 'facts', code: string): string =>
  t(`journal:${group}.${code}` as `journal:actions.${keyof (typeof ru)['actions']}`, { defaultValue: code });

function shown(t: Texts, value: Facts[string] | undefined): string {
  if (value === null || value === undefined || value === '') return t('journal:none');
  if (typeof value === 'boolean') return t(value ? 'journal:yes' : 'journal:no');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What a deed changed: each property with what it was and what it is. */
function Changes({ t, deed: { before, after } }: { t: Texts; deed: DeedRow }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  return (
    <ul className={classes.changes}>
      {names.map((name) => (
        <li key={name}>
          <span>{`${worded(t, 'facts', name)}: `}</span>
          {before !== null && name in before && <s>{shown(t, before[name])}</s>}
          {name in after && <span>{shown(t, after[name])}</span>}
        </li>
      ))}
    </ul>
  );
}

/** The columns of every journal. */
export const deedColumns = <Row extends DeedRow>(t: Texts): readonly Column<Row>[] => [
  {
    id: 'what',
    header: t('journal:what'),
    card: 'head',
    fit: 'wrap',
    cell: ({ action }) => worded(t, 'actions', action),
  },
  {
    id: 'by',
    header: t('journal:by'),
    interactive: true,
    cell: ({ who, person, from }) => (
      <span title={from === null ? undefined : `${from.address}, ${from.browser}`}>
        {person === null ? who : <Link to={{ search: `?person=${person}` }}>{who}</Link>}
      </span>
    ),
  },
  {
    id: 'from',
    header: t('journal:from'),
    isEmpty: ({ from }) => from === null,
    labelled: true,
    cell: ({ from }) => from?.address ?? '—',
  },
  {
    id: 'object',
    header: t('journal:object'),
    interactive: true,
    cell: ({ object: { kind, id } }) => (
      <span className={classes.object}>
        {worded(t, 'kinds', kind)} <ShortId value={id} subject={worded(t, 'kinds', kind)} />
      </span>
    ),
  },
  {
    id: 'changes',
    header: t('journal:changes'),
    fit: 'wrap',
    card: 'wide',
    cell: (deed) => <Changes t={t} deed={deed} />,
  },
  { id: 'when', header: t('journal:when'), card: 'badge', cell: ({ created_at: at }) => formatDateTime(at) },
];
