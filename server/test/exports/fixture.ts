import { join } from 'node:path';
import type { ExportFormat, ExportList } from '@kantor/contract/plain/exports.ts';
import { createExport } from '@kantor/contract/wire/exports.ts';
import { sql } from 'kysely';

import { LISTS } from '../../src/app/lists.ts';
import type { AnyList } from '../../src/http/list.ts';
import { createExportRunner, exportDisk } from '../../src/modules/exports/index.ts';
import type { Kantor } from '../support/kantor.ts';
import { collectLog } from '../support/log.ts';
import type { Person } from '../support/people.ts';

interface Asked {
  list: ExportList;
  object?: string;
  filters?: Record<string, string>;
  columns?: string[];
  format?: ExportFormat;
}

/** What a link leads to. */
export async function follow({ app }: Pick<Kantor, 'app'>, url: string | null) {
  const { statusCode, rawPayload, headers } = await app.inject({ url: url ?? '/nowhere' });
  return { status: statusCode, bytes: rawPayload, text: rawPayload.toString('utf8'), headers };
}

/** A person takes a list away, and follows the link. */
export async function takeFile(kantor: Kantor, person: Pick<Person, 'call'>, body: Asked) {
  const file = await person.call(createExport, { body });
  const { bytes, text, headers } = await follow(kantor, file.url);
  const lines = text
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  return { file, bytes, lines, headers };
}

/** A worker of the files. */
export function createRunner(
  kantor: Kantor,
  lists: readonly AnyList[] = LISTS,
  disk = exportDisk(join(kantor.settings.dataDir, 'exports')),
) {
  const runner = createExportRunner({ ...kantor, disk, lists, log: collectLog().log });
  const turn = async () => {
    await runner.turn();
    await runner.settled();
  };
  return { turn, stop: runner.stop, disk };
}

/** Pings, the newest numbers of a trader's list. */
export const pings = ({ db, clock }: Kantor, traderId: string, count: number) =>
  sql`
    with numbered as (
      insert into list_sequence (owner_id, list, last) values (${traderId}, 'pings', ${count}::bigint)
      on conflict (owner_id, list) do update set last = list_sequence.last + ${count}::bigint returning last
    )
    insert into device_ping (id, trader_id, trader_seq, cabinet_id, text, created_at)
    select gen_random_uuid(), ${traderId}, last - ${count}::bigint + n, cabinet.id, 'ping', ${clock()}
    from numbered, generate_series(1, ${count}::integer) as n, (
      select id from cabinet where trader_id = ${traderId} limit 1
    ) as cabinet`.execute(db);

/** A trader with more pings than a file is made of while one waits. */
export async function longList(kantor: Kantor) {
  const trader = await kantor.createTrader({ balance: '0' });
  await kantor.createRequisite(trader.id);
  await pings(kantor, trader.id, 5001);
  return trader;
}
