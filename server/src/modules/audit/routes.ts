import type { Database } from '../../db/pool.ts';
import type { Bind } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import type { Clock } from '../../kernel/clock.ts';
import { journalList, platformJournalList } from './lists.ts';

export function auditRoutes(bind: Bind, deps: { db: Database; clock: Clock }): void {
  bindList(bind, deps, journalList);
  bindList(bind, deps, platformJournalList);
}
