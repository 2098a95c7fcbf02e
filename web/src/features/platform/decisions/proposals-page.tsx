import { Link } from 'react-router';
import { AcceptProposal, DeclineProposal } from '@/acts/platform/proposals';
import { May } from '@/session/may';
import { getProposals, type Proposal, useGetProposalsQuery } from '@/api/platform-decisions';
import { type DeskTexts, useDeskTexts } from '@/shared/i18n/desk';
import { inRub, inUsdt } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import { orderName, titleId } from '@/shared/lib/format-id';
import { paths } from '@/shared/lib/paths';
import { type Preload, PRELOAD } from '@/shared/lib/query-call';
import { useServerNow } from '@/shared/lib/use-now';
import type { Column } from '@/shared/list/data-table';
import { StableTable } from '@/shared/list/stable-table';
import classes from '@/shared/ui/screen.module.css';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { EmptyState, ErrorState, StaleNote } from '@/shared/ui/states';
import own from './decisions.module.css';

const signed = (amount: string | number) => `${String(amount).startsWith('-') ? '' : '+'}${inUsdt(amount)}`;

/** A proposal in one line. */
function whatOf(t: DeskTexts, proposal: Proposal): string {
  switch (proposal.kind) {
    case 'reversal':
      return t('desk:proposals.reversal', { amount: inRub(proposal.amount), order: orderName(proposal.order_id) });
    case 'adjustment':
      return t('desk:proposals.adjustment', {
        account: proposal.account_name,
        part: t(`desk:fact.${proposal.part}_usdt`),
        amount: signed(proposal.amount_in_usdt),
        against: t(`desk:proposals.against.${proposal.against}`),
      });
    case 'deposit':
      return t('desk:proposals.deposit', {
        account: proposal.account_name,
        amount: inUsdt(proposal.amount_in_usdt),
        reference: proposal.reference,
      });
    case 'closing':
      return t(`desk:proposals.closing.${proposal.is_unseen ? 'unseen' : 'seen'}`, {
        withdrawal: titleId(proposal.withdrawal_id),
        hash: proposal.transaction_hash,
      });
    default:
      return t('desk:proposals.secondFactor', { person: proposal.person });
  }
}

/** The page of what a proposal is about, where it has one. */
function objectOf(proposal: Proposal): string | undefined {
  if (proposal.kind === 'reversal') return paths.platformOrder(proposal.order_id);
  if (proposal.kind === 'closing') return paths.platformWithdrawal(proposal.withdrawal_id);
  return 'account_id' in proposal ? paths.platformAccount(proposal.account_id) : undefined;
}

function What({ proposal }: { proposal: Proposal }) {
  const t = useDeskTexts();
  const path = objectOf(proposal);
  const text = whatOf(t, proposal);
  return <span className={own.what}>{path === undefined ? text : <Link to={path}>{text}</Link>}</span>;
}

const columns = (t: DeskTexts): readonly Column<Proposal>[] => [
  {
    id: 'what',
    header: t('desk:proposals.what'),
    card: 'wide',
    interactive: true,
    cell: (row) => <What proposal={row} />,
  },
  { id: 'reason', header: t('desk:reason'), card: 'wide', labelled: true, cell: ({ reason }) => reason },
  { id: 'by', header: t('desk:fact.proposed_by'), cell: ({ proposed_by: by }) => by },
  { id: 'at', header: t('desk:proposals.at'), cell: ({ created_at: at }) => formatDateTime(at) },
  { id: 'lapses', header: t('desk:proposals.lapses'), cell: ({ lapses_at: at }) => formatDateTime(at) },
  {
    id: 'acts',
    header: t('inWork.action'),
    interactive: true,
    card: 'wide',
    cell: (row) => (
      <May right="platform.money">
        <span className={own.acts}>
          {row.is_own ? <small>{t('desk:proposals.own')}</small> : <AcceptProposal id={row.id} what={whatOf(t, row)} />}
          <DeclineProposal id={row.id} what={whatOf(t, row)} />
        </span>
      </May>
    ),
  },
];

const idOf = ({ id }: Proposal) => id;

/** What one person proposed waits for another. */
export function Component() {
  const t = useDeskTexts();
  const query = useGetProposalsQuery();
  const now = useServerNow();
  // One that lapses ends by the clock alone.
  const results = query.data?.results.filter(({ lapses_at: at }) => Date.parse(at) > now);
  const title = t('sections.proposals');
  return (
    <div className={classes.screen}>
      <ScreenTitle>{title}</ScreenTitle>
      <div className={classes.header}>
        <h1>{title}</h1>
        <span className={classes.count} aria-live="polite">
          {results && t('desk:proposals.count', { n: results.length })}
        </span>
        {query.isError && results && <StaleNote onRetry={query.refetch} />}
      </div>
      {query.isError && !results ? (
        <ErrorState title={t('desk:proposals.failed')} error={query.error} onRetry={query.refetch} />
      ) : (
        <StableTable
          label={title}
          scope="proposals"
          rows={results}
          rowKey={idOf}
          columns={columns(t)}
          empty={<EmptyState title={t('desk:proposals.empty')} />}
        />
      )}
    </div>
  );
}

export const preload: Preload = () => getProposals.initiate(undefined, PRELOAD);
