import { DOTTED } from '../../kernel/mask.ts';
import type { Deed } from './service.ts';
import type { AuditRow, Facts } from './store.ts';

/** Facts in which phones, cards and accounts are dots, also in a reason that somebody has typed. */
export const dotted = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === 'string' ? DOTTED.text(value) : value]),
  );

export const toDeed = (row: AuditRow) => ({
  id: row.id,
  created_at: row.at,
  who: row.who,
  person: row.personId,
  from: row.address === null ? null : { address: row.address, browser: row.browser ?? '' },
  action: row.action,
  object: { kind: row.objectKind, id: row.objectId },
  before: row.before && dotted(row.before),
  after: dotted(row.after),
});

export const toPlatformDeed = (row: Deed) => ({ ...toDeed(row), account: row.account ?? null, os_user: row.osUser });
