import { Readable } from 'node:stream';
import { mayDo } from '@kantor/contract/plain/rights.ts';
import * as calls from '@kantor/contract/wire/batches.ts';
import { ownerAtWork } from '../../http/actor.ts';
import type { Bind, Caller } from '../../http/endpoint.ts';
import { bindList } from '../../http/list.ts';
import { toListTotals } from '../../http/page.ts';
import { tableText } from '../../http/table-file.ts';
import { ownerOf } from '../../kernel/owner.ts';
import type { Files } from '../files/index.ts';
import { batchList, batchRowList } from './lists.ts';
import * as batches from './service/batches.ts';
import { approveBatch, cancelBatch, resumeBatch, startBatch, stopBatch } from './service/deciding.ts';
import { readAllRows } from './store/rows.ts';
import { RESULT_COLUMNS, toBatch } from './wire.ts';

/** Whoever does not name columns needs no cells, which hold whole phones and accounts. */
const shownTo = <Shown extends { samples: string[][] }>({ role, memberRole }: Caller, batch: Shown): Shown =>
  memberRole !== undefined && mayDo({ role, memberRole }, 'payouts.make') ? batch : { ...batch, samples: [] };

export function batchRoutes(bind: Bind, deps: batches.Deps & { files: Files }): void {
  const { db, files } = deps;

  bind(calls.uploadBatch, async ({ caller, form, request }) =>
    toBatch(
      await files.receive(caller.id, form, ({ file }) => batches.uploadBatch(deps, ownerAtWork(caller, request), file)),
    ),
  );
  bindList(bind, deps, batchList);
  bind(calls.getBatchTotals, async ({ caller }) => toListTotals(await batches.sumBatches(deps, ownerOf(caller))));
  bind(calls.getBatch, async ({ caller, params, request }) =>
    shownTo(caller, toBatch(await batches.getBatch(deps, ownerAtWork(caller, request), params.id))),
  );
  bindList(bind, deps, batchRowList);
  bind(calls.mapBatch, async ({ caller, params, body, request }) =>
    toBatch(await batches.mapBatch(deps, ownerAtWork(caller, request), params.id, body.columns)),
  );
  bind(calls.startBatch, async ({ caller, params, body, request }) => {
    const { held_in_usdt: held, with_warned: withWarned, reason } = body;
    return toBatch(await startBatch(deps, ownerAtWork(caller, request), params.id, { held, withWarned, reason }));
  });
  bind(calls.approveBatch, async ({ caller, params, body, request }) =>
    toBatch(await approveBatch(deps, ownerAtWork(caller, request), params.id, body.held_in_usdt)),
  );
  bind(calls.stopBatch, async ({ caller, params, request }) =>
    toBatch(await stopBatch(deps, ownerAtWork(caller, request), params.id)),
  );
  bind(calls.resumeBatch, async ({ caller, params, body, request }) =>
    toBatch(await resumeBatch(deps, ownerAtWork(caller, request), params.id, body.held_in_usdt)),
  );
  bind(calls.cancelBatch, async ({ caller, params, request }) =>
    toBatch(await cancelBatch(deps, ownerAtWork(caller, request), params.id)),
  );
  bind(calls.exportBatch, async ({ caller, params, request, reply }) => {
    const person = ownerAtWork(caller, request);
    await batches.getBatch(deps, person, params.id);
    const rows = await readAllRows(db, params.id);
    reply.header('content-disposition', 'attachment; filename="payouts-results.csv"');
    return Readable.from(tableText(RESULT_COLUMNS, Readable.from([rows])));
  });

  bind(calls.getBatchSettings, async ({ caller, request }) => ({
    second_above: await batches.readSecondAbove(deps, ownerAtWork(caller, request)),
  }));
  bind(calls.setBatchSettings, async ({ caller, body, request }) => ({
    second_above: await batches.setSecondAbove(deps, ownerAtWork(caller, request), body.second_above),
  }));
}
