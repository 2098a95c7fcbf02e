import { useId, useMemo } from 'react';
import { Link } from 'react-router';
import { type PlatformDeedRow, useGetPlatformJournalQuery } from '@/api/journal';
import type { AccountPage } from '@/api/platform-accounts';
import { DeedChanges } from '@/shared/deeds/deed-changes';
import { type JournalTexts, useJournalTexts, worded } from '@/shared/deeds/deed-text';
import { formatDateTime } from '@/shared/lib/format-date';
import { paths } from '@/shared/lib/paths';
import type { Column } from '@/shared/list/data-table';
import { StableTable } from '@/shared/list/stable-table';
import { EmptyState, ErrorState } from '@/shared/ui/states';
import { useTexts } from './texts';
import classes from './account.module.css';

/** The last deeds alone: the journal has the others. */
const SHOWN = 10;
const columns = (t: JournalTexts): readonly Column<PlatformDeedRow>[] => [
  {
    id: 'what',
    header: t('journal:what'),
    card: 'head',
    fit: 'wrap',
    cell: ({ action }) => worded(t, 'actions', action),
  },
  { id: 'by', header: t('journal:by'), fit: 'wrap', cell: ({ who }) => who },
  {
    id: 'changes',
    header: t('journal:changes'),
    fit: 'wrap',
    card: 'wide',
    cell: (deed) => <DeedChanges deed={deed} />,
  },
  { id: 'when', header: t('journal:when'), card: 'badge', cell: ({ created_at: at }) => formatDateTime(at) },
];

const idOf = ({ id }: PlatformDeedRow) => id;

/** What people did last in the account, and to it; and the way to the rest. */
export function Deeds({ account: { id } }: { account: AccountPage }) {
  const t = useTexts();
  const journal = useJournalTexts();
  const heading = useId();
  const { currentData, isError, error, refetch } = useGetPlatformJournalQuery({
    account: id,
    page: 1,
    page_size: SHOWN,
  });
  const own = useMemo(() => columns(journal), [journal]);
  const title = t('platform:journal.title');
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <div className={classes.bar}>
        <h2 id={heading}>{title}</h2>
        <Link to={paths.platformListOf(id, 'journal')}>{t('platform:accounts.wholeJournal')}</Link>
      </div>
      {isError && currentData === undefined ? (
        <ErrorState title={t('platform:accounts.journalFailed')} error={error} onRetry={refetch} />
      ) : (
        <StableTable
          label={title}
          scope={id}
          rows={currentData?.results}
          rowKey={idOf}
          columns={own}
          skeletonRows={3}
          empty={<EmptyState title={t('platform:journal.none')} />}
        />
      )}
    </section>
  );
}
