import { rm } from 'node:fs/promises';
import { startEmbedded } from '@kantor/embedded-postgres';
import { scratchFolder } from '@kantor/embedded-postgres/testing';
import pg from 'pg';
import { migrate } from '../../src/db/migrate.ts';

/** Another cluster, freshly made: its transactions are numbered from the beginning. */
export async function startCluster() {
  const dataDir = scratchFolder();
  const server = await startEmbedded({ dataDir, durability: 'none' });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Uses up so many numbers of transactions of the cluster. */
export async function useUpTransactions(client: pg.Client, count: number): Promise<void> {
  await client.query(`
    do $$ begin
      for n in 1..${count} loop begin perform pg_current_xact_id(); exception when unique_violation then end; end loop;
    end $$`);
}

/** Reads a whole database in one snapshot, as pg_dump does, which the packages do not have. */
export async function dump(source: pg.Client) {
  await source.query('begin isolation level repeatable read read only');
  const { rows: tables } = await source.query<{ name: string; columns: string }>(`
    select table_name as name, string_agg(quote_ident(column_name), ', ' order by ordinal_position)
        filter (where is_generated = 'NEVER') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' group by 1`);
  const contents = [];
  for (const { name, columns } of tables) {
    const { rows } = await source.query<{ row: string }>(
      `select row_to_json(kept)::text as row from (select ${columns} from ${name}) as kept`,
    );
    contents.push({ name, columns, rows: rows.map(({ row }) => row) });
  }
  const { rows: sequences } = await source.query<{ name: string; last: string | null }>(
    `select quote_ident(sequencename) as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
  );
  await source.query('commit');
  return { contents, sequences };
}

/** Writes what was read into another cluster, of the newest schema. */
export async function restore(url: string, { contents, sequences }: Awaited<ReturnType<typeof dump>>): Promise<void> {
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // No trigger and no foreign key is in the way of a restore.
  await client.query('set session_replication_role = replica');
  await client.query(`truncate ${contents.map(({ name }) => name).join(', ')}`);
  for (const { name, columns, rows } of contents) {
    await client.query(
      `insert into ${name} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${name}, $1::json)`,
      [`[${rows.join(',')}]`],
    );
  }
  for (const { name, last } of sequences) {
    if (last !== null) await client.query(`select setval($1::regclass, $2::bigint)`, [name, last]);
  }
  await client.end();
}
