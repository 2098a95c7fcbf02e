import type { Deed } from './service.ts';
import type { AuditRow } from './store.ts';

export const toDeed = (row: AuditRow) => ({
  id: row.id,
  created_at: row.at,
  who: row.who,
  person: row.personId,
  from: row.address === null ? null : { address: row.address, browser: row.browser ?? '' },
  action: row.action,
  object: { kind: row.objectKind, id: row.objectId },
  before: row.before,
  after: row.after,
});

export const toPlatformDeed = (row: Deed) => ({ ...toDeed(row), account: row.account ?? null, os_user: row.osUser });
