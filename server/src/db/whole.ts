import type { Readable, Writable } from 'node:stream';
import type pg from 'pg';
import { from, to } from 'pg-copy-streams';

// A whole database, read in one snapshot and loaded into another of the same schema, by the role that owns it and with no program
// of PostgreSQL's.

export interface WholeTable {
  name: string;
  /** Quoted; those that are made of others are left out. */
  columns: string[];
}

export interface Sequence {
  name: string;
  /** Null: no value was taken yet. */
  last: string | null;
}

/** The versions of the schema are the target's own. */
const KEPT = 'schema_version';

/** All tables, by name. */
export async function readTables(client: pg.Client): Promise<WholeTable[]> {
  const { rows } = await client.query<WholeTable>(
    `select relname as name, array_agg(quote_ident(attname) order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
       and relname <> $1
     group by relname order by relname`,
    [KEPT],
  );
  return rows;
}

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select quote_ident(sequencename) as name, last_value::text as last
     from pg_sequences where schemaname = current_schema() order by 1`,
  );
  return rows;
}

/** Begins a transaction that sees one moment, and writes nothing. */
export const beginSnapshot = (client: pg.Client) =>
  client.query('begin isolation level repeatable read read only; set local statement_timeout = 0');

const placeOf = ({ name, columns }: WholeTable) => `${name} (${columns.join(', ')})`;

/** A table's rows as PostgreSQL writes them. `rowCount` is known at the end. */
export const copyOut = (client: pg.Client, table: WholeTable): Readable & { rowCount: number } =>
  client.query(to(`copy ${placeOf(table)} to stdout`));

/** Takes them. */
export const copyIn = (client: pg.Client, table: WholeTable): Writable & { rowCount: number } =>
  client.query(from(`copy ${placeOf(table)} from stdin`));

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/**
 * Loads tables in one transaction: without triggers, and with foreign keys that are checked once everything is there.
 * @param load fills the emptied tables.
 */
export async function loadWhole(
  client: pg.Client,
  { tables, sequences }: { tables: readonly WholeTable[]; sequences: readonly Sequence[] },
  load: () => Promise<void>,
): Promise<void> {
  await client.query('begin; set local statement_timeout = 0');
  const { rows: keys } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  // Migrations fill some.
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
  await load();
  for (const { name, last } of sequences) {
    if (last !== null) await client.query('select setval($1::regclass, $2::bigint)', [name, last]);
  }
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  await client.query('commit');
}
