import { ACT_TEXT, conclusionOf, PART_TEXT, ROLE_TEXT, titleOf } from '@kantor/contract/plain/acts.ts';
import { ENTRY_TEXT } from '@kantor/contract/plain/money-trail.ts';
import { formatMinorUnits, parseMinorUnits, SCALE } from '@kantor/contract/plain/money.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Act, Party } from '@/api/statement';
import type { Role } from '@/api/user';
import { writtenDay } from '@/shared/dates/spans';
import { formatCount, usdtInColumn } from '@/shared/lib/format-amount';
import { formatDateTime } from '@/shared/lib/format-date';
import classes from './act-page.module.css';
import { PAGES_OF } from './object-pages';

const SUMS = ['opening', 'received', 'spent', 'closing'] as const;

const isMinus = (amount: string | number) => String(amount).startsWith('-');
const bare = (amount: string | number) => usdtInColumn(String(amount).replace('-', ''));
const inWords = (micro: bigint) => usdtInColumn(formatMinorUnits(micro, SCALE.usdt));

/** The document itself is Russian, whatever the language of the screens. */
export function Paper({ act, side }: { act: Act; side: Role }) {
  const { party, platform, account, parts, whole, kinds, lines } = act;
  const owed = parseMinorUnits(String(whole.closing).replace('-', ''), SCALE.usdt) ?? 0n;
  const closing = isMinus(whole.closing) ? -owed : owed;
  return (
    <article className={classes.paper} lang="ru">
      <h1>{titleOf(act)}</h1>
      <p>{ACT_TEXT.period(writtenDay(act.from), writtenDay(act.to))}</p>
      <div className={classes.parties}>
        <Side as={ACT_TEXT.platform} party={platform} />
        {party !== null && <Side as={ROLE_TEXT[account.role]} party={party} />}
      </div>
      <h2>{ACT_TEXT.parts}</h2>
      <Table heads={[ACT_TEXT.part]} sums={[ACT_TEXT.opening, ACT_TEXT.received, ACT_TEXT.spent, ACT_TEXT.closing]}>
        {parts.map((part) => (
          <tr key={part.part}>
            <td>{PART_TEXT[part.part]}</td>
            {SUMS.map((sum) => (
              <td key={sum}>{usdtInColumn(part[sum])}</td>
            ))}
          </tr>
        ))}
        {parts.length > 1 && (
          <tr className={classes.whole}>
            <td>{ACT_TEXT.whole}</td>
            {SUMS.map((sum) => (
              <td key={sum}>{usdtInColumn(whole[sum])}</td>
            ))}
          </tr>
        )}
      </Table>
      {parts.length > 1 && <p className={classes.note}>{ACT_TEXT.wholeNote}</p>}
      <h2>{ACT_TEXT.kinds}</h2>
      {kinds.length === 0 ? (
        <p>{ACT_TEXT.none}</p>
      ) : (
        <Table heads={[ACT_TEXT.kind]} sums={[ACT_TEXT.postings, ACT_TEXT.received, ACT_TEXT.spent]}>
          {kinds.map(({ reason, postings, received, spent }) => (
            <tr key={reason}>
              <td>{ENTRY_TEXT[reason]}</td>
              <td>{formatCount(postings)}</td>
              <td>{usdtInColumn(received)}</td>
              <td>{usdtInColumn(spent)}</td>
            </tr>
          ))}
          <tr className={classes.whole}>
            <td colSpan={2}>{ACT_TEXT.whole}</td>
            <td>{usdtInColumn(whole.received)}</td>
            <td>{usdtInColumn(whole.spent)}</td>
          </tr>
        </Table>
      )}
      <p className={classes.conclusion}>{conclusionOf(closing, party !== null, writtenDay(act.to), inWords)}</p>
      {lines === null && <p className={classes.note}>{ACT_TEXT.tooMany}</p>}
      {lines !== null && lines.length > 0 && <Lines lines={lines} side={side} />}
      <div className={classes.signatures}>
        <p>{ACT_TEXT.signedBy.platform}</p>
        {party !== null && <p>{ACT_TEXT.signedBy.party}</p>}
      </div>
      <p className={classes.note}>{ACT_TEXT.made(formatDateTime(act.made_at), act.made_by)}</p>
    </article>
  );
}

const Side = ({ as, party: { name, details } }: { as: string; party: Party }) => (
  <div>
    <span className={classes.as}>{as}</span>
    <b>{name}</b>
    <span className={classes.details}>{details}</span>
  </div>
);

interface TableProps {
  heads: readonly string[];
  sums: readonly string[];
  children: ReactNode;
}

const Table = ({ heads, sums, children }: TableProps) => (
  <div className={classes.wide} role="region" tabIndex={0} aria-label={heads[0]}>
    <table>
      <thead>
        <tr>
          {[...heads, ...sums].map((head) => (
            <th key={head} scope="col" data-sum={sums.includes(head) || undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);

function Lines({ lines, side }: { lines: NonNullable<Act['lines']>; side: Role }) {
  return (
    <>
      <h2>{ACT_TEXT.lines}</h2>
      <Table heads={[ACT_TEXT.at, ACT_TEXT.what]} sums={[ACT_TEXT.received, ACT_TEXT.spent, ACT_TEXT.after]}>
        {lines.map(({ at, reason, object_id: object, amount, balance_after: after }, index) => {
          const path = PAGES_OF[side][reason.split('_')[0] ?? '']?.(object);
          return (
            // Lines of an act never change, nor does their order.
            <tr key={index}>
              <td>{formatDateTime(at)}</td>
              <td className={classes.what}>
                {ENTRY_TEXT[reason]}
                <span className={classes.object}>{path === undefined ? object : <Link to={path}>{object}</Link>}</span>
              </td>
              <td>{isMinus(amount) ? '' : bare(amount)}</td>
              <td>{isMinus(amount) ? bare(amount) : ''}</td>
              <td>{usdtInColumn(after)}</td>
            </tr>
          );
        })}
      </Table>
    </>
  );
}
