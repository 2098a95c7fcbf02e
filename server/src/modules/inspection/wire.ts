import { POSTING_TEXT } from '@kantor/contract/plain/money-trail.ts';
import type { FoundPage } from '../../db/platform-search.ts';
import type { Sight } from '../../kernel/mask.ts';
import type { AccountName } from '../accounts/index.ts';
import { dotted } from '../audit/index.ts';
import type { Besides, Names } from './service.ts';

/** An account by its id. @throws Error when its name was not read. */
export function toAccount(names: Names, id: string): AccountName {
  const account = names.get(id);
  if (account === undefined) throw new Error(`The account ${id} was not read`);
  return account;
}

/** A page of a list of the platform as the wire has it. */
export const toFoundPage = <Row, Item>({ count, results, rest }: FoundPage<Row>, toItem: (row: Row) => Item) => ({
  count,
  results: results.map(toItem),
  rest,
});

/** What stands beside an object in its page. */
export const withBesides = ({ trail, journal, names }: Besides, { isRevealed }: Sight) => ({
  is_revealed: isRevealed,
  trail: trail.map(({ id, kind, at, entries }) => ({
    id,
    kind,
    human_kind: POSTING_TEXT[kind],
    created_at: at,
    entries: entries.map(({ ownerId, kind: part, amount, balance }) => ({
      account: ownerId === null ? null : toAccount(names, ownerId),
      part,
      amount,
      balance_after: balance,
    })),
  })),
  journal: journal.map(({ id, at, who, action, before, after }) => ({
    id,
    created_at: at,
    who,
    action,
    before: before && dotted(before),
    after: dotted(after),
  })),
});
