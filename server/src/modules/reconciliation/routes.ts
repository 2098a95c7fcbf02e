import { Readable } from 'node:stream';
import { XLSX } from '@kantor/contract/wire/exports.ts';
import * as calls from '@kantor/contract/wire/reconciliations.ts';
import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { toPage } from '../../http/page.ts';
import { tableText } from '../../http/table-file.ts';
import { tableXlsx } from '../../http/table-xlsx.ts';
import type { Files } from '../files/index.ts';
import { createQueue } from './service/queue.ts';
import { type At, type Deps, lookAt } from './service/asking.ts';
import { make } from './service/making.ts';
import { exportRows, get, list, listRows } from './service/showing.ts';
import { fileColumns, toDetail, toListed, toRow, toTerms } from './wire.ts';

const atOf = (caller: Caller, request: FastifyRequest): At => ({
  accountId: caller.id,
  isPlatform: caller.role === 'operator',
  actor: actorOf(caller, request),
});

/** The same calls, a merchant's and the platform's. */
const SIDES = [
  {
    look: calls.lookAtReconciliation,
    make: calls.makeReconciliation,
    list: calls.listReconciliations,
    get: calls.getReconciliation,
    rows: calls.listReconciliationRows,
    file: calls.exportReconciliation,
  },
  {
    look: calls.lookAtPlatformReconciliation,
    make: calls.makePlatformReconciliation,
    list: calls.listPlatformReconciliations,
    get: calls.getPlatformReconciliation,
    rows: calls.listPlatformReconciliationRows,
    file: calls.exportPlatformReconciliation,
  },
] as const;

export function reconciliationRoutes(bind: Bind, terms: Omit<Deps, 'enter'> & { files: Files }): void {
  const { files } = terms;
  const deps = { ...terms, enter: createQueue() };

  for (const side of SIDES) {
    bind(side.look, ({ caller, form, request }) =>
      files.receive(caller.id, form, ({ file, fields }) => lookAt(deps, atOf(caller, request), fields.kind, file)),
    );
    bind(side.make, async ({ caller, form, request }) => {
      const at = atOf(caller, request);
      const id = await files.receive(caller.id, form, ({ file, fields }) => make(deps, at, toTerms(fields), file));
      return toDetail(await get(deps, at, id));
    });
    bind(side.list, async ({ caller, query, request }) =>
      toPage(await list(deps, atOf(caller, request), query), toListed),
    );
    bind(side.get, async ({ caller, params, request }) => toDetail(await get(deps, atOf(caller, request), params.id)));
    bind(side.rows, async ({ caller, params, query, request }) => {
      const found = await listRows(deps, atOf(caller, request), params.id, query);
      return toPage(found, toRow(found.kind));
    });
    bind(side.file, async ({ caller, params, query, request, reply }) => {
      const { kind, rows } = await exportRows(deps, atOf(caller, request), params.id, query.pile ?? null);
      const { format } = query;
      reply.header('content-disposition', `attachment; filename="reconciliation-${query.pile ?? 'all'}.${format}"`);
      const columns = fileColumns(kind);
      if (format === 'csv') return Readable.from(tableText(columns, rows));
      reply.type(XLSX);
      return Readable.from(tableXlsx(columns, rows));
    });
  }
}
