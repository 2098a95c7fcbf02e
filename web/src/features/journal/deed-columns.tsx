import { Link } from 'react-router';
import type { DeedRow } from '@/api/journal';
import { DeedChanges } from '@/shared/deeds/deed-changes';
import { type JournalTexts as Texts, worded } from '@/shared/deeds/deed-text';
import { formatDateTime } from '@/shared/lib/format-date';
import type { Column } from '@/shared/list/data-table';
import { ShortId } from '@/shared/ui/short-id';
import classes from './journal.module.css';

/** The columns of every journal. */
export const deedColumns = <Row extends DeedRow>(t: Texts): readonly Column<Row>[] => [
  {
    id: 'what',
    header: t('journal:what'),
    card: 'head',
    fit: 'wrap',
    cell: ({ action }) => <span className={classes.what}>{worded(t, 'actions', action)}</span>,
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
    cell: (deed) => <DeedChanges deed={deed} />,
  },
  { id: 'when', header: t('journal:when'), card: 'badge', cell: ({ created_at: at }) => formatDateTime(at) },
];
