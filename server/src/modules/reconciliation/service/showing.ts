import type { PageRequest } from '@kantor/contract/plain/pages.ts';
import { type Pile, PILES, type ReconciliationKind } from '@kantor/contract/plain/reconciliations.ts';
import type { Page } from '../../../db/dense-list.ts';
import type { Database } from '../../../db/pool.ts';
import { singleStatement } from '../../../db/tx.ts';
import { notFound } from '../../../kernel/errors.ts';
import { appendAudit } from '../../audit/index.ts';
import * as store from '../store/reconciliation.ts';
import * as rows from '../store/rows.ts';
import type { At, Deps } from './asking.ts';

/** A reconciliation with what its piles come to. */
export interface View {
  reconciliation: store.Reconciliation;
  piles: store.PileSums[];
}

/** @throws ApiError 404. */
export async function get({ db }: Pick<Deps, 'db'>, { accountId }: At, id: string): Promise<View> {
  const reconciliation = await store.readReconciliation(db, accountId, id);
  if (reconciliation === undefined) throw notFound();
  return { reconciliation, piles: await store.readPiles(db, id) };
}

export const list = ({ db }: Pick<Deps, 'db'>, { accountId }: At, page: PageRequest): Promise<Page<store.Listed>> =>
  store.readReconciliations(db, accountId, page);

/** One page of a pile. @throws ApiError 404. */
export async function listRows(
  deps: Pick<Deps, 'db'>,
  at: At,
  id: string,
  { pile, page, pageSize }: PageRequest & { pile: Pile },
): Promise<Page<rows.Row> & { kind: ReconciliationKind }> {
  const { reconciliation, piles } = await get(deps, at, id);
  const count = piles.find((each) => each.pile === pile)?.count ?? 0;
  const results = await rows.readRows(deps.db, id, pile, { after: (page - 1) * pageSize, limit: pageSize });
  return { kind: reconciliation.kind, count, results };
}

/** Rows that are in memory while a file is sent. */
const SENT_AT_ONCE = 1000;

async function* allRows(db: Database, id: string, piles: readonly Pile[]): AsyncGenerator<rows.Row[]> {
  for (const pile of piles)
    for (let after = 0; ; after += SENT_AT_ONCE) {
      const piece = await rows.readRows(db, id, pile, { after, limit: SENT_AT_ONCE });
      if (piece.length > 0) yield piece;
      if (piece.length < SENT_AT_ONCE) break;
    }
}

/** The rows of a pile, or of all of them; who takes them away is in the journal. They never change. @throws ApiError 404. */
export async function exportRows(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  at: At,
  id: string,
  pile: Pile | null,
): Promise<{ kind: ReconciliationKind; rows: AsyncGenerator<rows.Row[]> }> {
  const { reconciliation, piles } = await get({ db }, at, id);
  const wanted = piles.filter((each) => pile === null || each.pile === pile);
  const facts = { file: reconciliation.fileName, rows: wanted.reduce((sum, { count }) => sum + count, 0) };
  const object = { kind: 'reconciliation', id };
  await singleStatement(db, (statement) =>
    appendAudit(
      statement,
      { actor: at.actor, action: 'export', object, before: null, after: { ...facts, ...(pile && { pile }) } },
      clock(),
    ),
  );
  return {
    kind: reconciliation.kind,
    rows: allRows(
      db,
      id,
      PILES.filter((each) => wanted.some((own) => own.pile === each)),
    ),
  };
}
