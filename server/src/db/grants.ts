import type pg from 'pg';
import { createClient } from './limits.ts';

/**
 * What the serving role may do with each table and view, besides reading it: no more than its statements do, which
 * test/walls/grants.test.ts holds against each other and against the catalog. A table that is not here it cannot use at all.
 * `insert(a,b)` and `update(a)` are rights on columns. PostgreSQL takes the right to update a column for that to lock a row:
 * where a row is only locked, the column is one that no statement can change.
 */
export const GRANTS: Readonly<Record<string, string>> = {
  account: 'insert update',
  person: 'insert update',
  member: 'insert update delete',
  former_member_role: 'insert',
  invitation: 'insert update',
  session: 'insert update delete',
  refresh_token: 'insert update delete',
  step_up: 'insert update',
  known_network: 'insert update delete',
  totp: 'insert update delete',
  recovery_code: 'insert update delete',
  passkey: 'insert update delete',
  passkey_challenge: 'insert delete',
  api_key: 'insert update',
  api_request: 'insert delete',
  test_order: 'insert update delete',
  test_payout: 'insert update delete',
  test_appeal: 'insert update',
  merchant_limit: 'insert update',
  rate_limit: 'insert update delete',
  idempotency_key: 'insert delete',
  ledger_account: 'insert(owner_id,kind) update(kind)',
  ledger_journal: '',
  ledger_entry: '',
  ledger_platform_entry: '',
  ledger_block: 'insert',
  ledger_revenue_day: 'insert',
  ledger_revenue_through: 'update',
  party: 'insert update',
  act: 'insert',
  act_part: 'insert',
  act_kind: 'insert',
  ledger_available: '',
  ledger_debt: '',
  list_sequence: 'insert update',
  list_block: 'insert update',
  platform_list: 'insert update delete',
  unfolded_event: '',
  unrolled_event: '',
  backup_told: 'insert',
  drill_told: 'insert',
  server_secret: 'insert',
  verification_run: 'insert update',
  error_hour: 'insert update delete',
  job_seen: 'insert update',
  radar_threshold: 'update',
  radar_figure: 'insert update',
  radar_acknowledgement: 'insert update',
  radar_turn: 'update',
  figure_minute: 'insert update delete',
  figure_since: 'update',
  merchant_figure: 'insert update delete',
  merchant_figure_since: 'update',
  message_hour: 'insert update delete',
  rollup: 'insert update delete',
  rollup_since: 'update',
  rate: 'insert update',
  bank: '',
  cabinet: 'insert update',
  cabinet_silence: 'insert delete',
  requisite: 'insert update',
  payee: 'insert',
  account_claim: 'insert update delete',
  account_permit: 'insert delete',
  orders: 'update',
  order_status_change: '',
  order_shop_data: 'insert',
  order_confirmation: 'insert',
  issue_refusal: 'insert update delete',
  order_demand: 'insert update delete',
  order_demand_since: '',
  payer_claim: 'insert update(order_id)',
  payer_claim_file: 'insert',
  stored_file: 'insert delete',
  dropped_file: 'insert delete update(id)',
  upload_quota: 'insert update',
  file_folder: '',
  appeal: 'insert update',
  appeal_step: 'insert',
  appeal_file: 'insert',
  export: 'insert update delete',
  outbox: 'insert update delete',
  payout: 'insert update',
  payout_batch: 'insert update delete',
  payout_batch_row: 'insert update',
  payout_batch_setting: 'insert update',
  reconciliation: 'insert update delete',
  reconciliation_pile: 'insert',
  reconciliation_row: 'insert delete',
  reconciliation_setting: 'insert update',
  payout_take: 'insert update',
  payout_look: 'insert',
  wallet: 'insert update',
  withdrawal: 'insert update',
  pairing_token: 'insert update delete',
  device_ping: 'insert delete update(id)',
  notification: 'insert update',
  chain_deposit: 'insert',
  device: 'insert update',
  notification_candidate: 'insert',
  notification_kept_text: 'insert delete',
  retention: 'insert update',
  balance_mode: 'update',
  balance_chain: 'insert update',
  balance_verdict: 'insert update',
  deposit_key: 'insert update',
  deposit_address: 'insert',
  chain_cursor: 'insert update',
  chain_block: 'insert delete',
  chain_pending: 'insert delete',
  rate_proposal: 'insert update delete',
  correction: 'insert update',
  audit: 'insert',
  audit_account: 'insert',
  audit_reported: 'insert delete',
  outbox_reader: 'update',
  merchant_event: 'insert',
  webhook_endpoint: 'insert update',
  webhook: 'insert update delete',
  webhook_attempt: 'insert delete',
  webhook_pulse: 'insert update delete',
  webhook_health: 'insert update',
  alert_quiet_hours: 'insert update delete',
  alert_choice: 'insert update',
  alert_report: 'insert update',
  report: 'insert delete',
  push_key: 'insert update',
  alert_channel: 'insert update delete',
  alert_delivery: 'insert update delete',
  telegram_code: 'insert delete',
  telegram_bot: 'update',
  list_view: 'insert update delete',
  list_view_default: 'insert update delete',
  schema_version: '',
};

const KINDS = ['insert', 'update', 'delete'] as const;

/** The rights that the list gives, one a line: `orders update`, `ledger_account update kind`. */
export const grantsOf = (list: Readonly<Record<string, string>>): string[] =>
  Object.entries(list).flatMap(([table, rights]) => [
    `${table} select`,
    ...(rights.match(/\w+(\([^)]*\))?/g) ?? []).flatMap((right) => {
      const [, kind = '', columns] = /^(\w+)(?:\((.*)\))?$/.exec(right) ?? [];
      return columns === undefined
        ? [`${table} ${kind}`]
        : columns.split(',').map((name) => `${table} ${kind} ${name}`);
    }),
  ]);

/** The rights that a role was given. */
const READ_GRANTS = `
  select c.relname || ' ' || lower(a.privilege_type) as line
  from pg_class c, aclexplode(c.relacl) a
  where c.relnamespace = current_schema()::regnamespace and a.grantee = $1::regrole
  union all
  select c.relname || ' ' || lower(a.privilege_type) || ' ' || attname
  from pg_attribute join pg_class c on c.oid = attrelid, aclexplode(attacl) a
  where c.relnamespace = current_schema()::regnamespace and a.grantee = $1::regrole`;

/** @returns what a role was given, as `grantsOf` writes it. */
export async function readGrants(client: pg.ClientBase, role: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(READ_GRANTS, [role]);
  return rows.map(({ line }) => line);
}

const statementOf = (line: string, verb: 'grant' | 'revoke', role: string): string => {
  const [table, kind, column] = line.split(' ');
  const right = column === undefined ? kind : `${kind} (${column})`;
  return `${verb} ${right} on ${table} ${verb === 'grant' ? 'to' : 'from'} ${role}`;
};

/**
 * Gives a role the rights of the list on what there is, and takes all others. Writes nothing where they are right.
 * @param client of the owner, in a transaction.
 */
export async function grantTo(client: pg.ClientBase, role: string): Promise<void> {
  const to = client.escapeIdentifier(role);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'v')`,
  );
  const there = new Set(rows.map(({ name }) => name));
  const wanted = new Set(grantsOf(GRANTS).filter((line) => there.has(line.split(' ')[0] ?? '')));
  const given = new Set(await readGrants(client, to));
  const statements = [
    ...[...given].filter((line) => !wanted.has(line)).map((line) => statementOf(line, 'revoke', to)),
    ...[...wanted].filter((line) => !given.has(line)).map((line) => statementOf(line, 'grant', to)),
  ];
  for (const statement of statements) await client.query(statement);
  await client.query(`
    do $$
    declare
      r record;
    begin
      -- Nobody but the owner makes anything here, not even for a session.
      for r in
        select 1 from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) a
        where datname = current_database() and pg_has_role(datdba, 'member') and a.grantee = 0
          and a.privilege_type in ('TEMPORARY', 'CREATE')
      loop
        execute format('revoke temporary, create on database %I from public', current_database());
      end loop;
      for r in
        select 1 from pg_namespace, aclexplode(coalesce(nspacl, acldefault('n', nspowner))) a
        where nspname = current_schema() and a.grantee = 0 and a.privilege_type = 'CREATE'
      loop
        execute format('revoke create on schema %I from public', current_schema());
      end loop;
      -- Functions that act as their owner are the serving role's alone: in one step with its right, as processes of the
      -- version before call what a migration has made such a function.
      for r in
        select oid::regprocedure as name from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) a
        where pronamespace = current_schema()::regnamespace and prosecdef and a.grantee = 0
      loop
        execute format('revoke execute on function %s from public', r.name);
      end loop;
      for r in
        select oid::regprocedure as name from pg_proc
        where pronamespace = current_schema()::regnamespace and prosecdef and not has_function_privilege(${client.escapeLiteral(role)}, oid, 'execute')
      loop
        execute format('grant execute on function %s to %I', r.name, ${client.escapeLiteral(role)});
      end loop;
    end $$`);
}

const MORE_THAN_LISTED = `
  select c.relname || ' ' || kind as line from pg_class c, unnest($1::text[]) kind
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v') and has_table_privilege(c.oid, kind)`;

/**
 * Why a role is more than one that serves: the rest of a sentence; undefined when it is not.
 */
export async function excessOf(servingUrl: string): Promise<string | undefined> {
  const client = createClient(servingUrl, { part: 'start' });
  try {
    await client.connect();
    const { rows } = await client.query<{ isMighty: boolean; creates: boolean; owns: boolean }>(`
      select rolsuper or rolcreaterole or rolbypassrls or rolreplication as "isMighty",
        has_schema_privilege(current_schema(), 'create') as creates,
        pg_has_role(datdba, 'member') or exists (
          select from pg_class where relnamespace = current_schema()::regnamespace and pg_has_role(relowner, 'member')) as owns
      from pg_roles, pg_database where rolname = current_user and datname = current_database()`);
    const [role] = rows;
    if (role?.isMighty) return 'is a superuser, or may make roles';
    if (role?.owns) return 'owns the database or its tables';
    if (role?.creates) return 'may create tables';
    const kinds = [...KINDS, 'truncate', 'trigger'];
    const allowed = new Set(grantsOf(GRANTS));
    const more = await client.query<{ line: string }>(MORE_THAN_LISTED, [kinds]);
    const excess = more.rows.find(({ line }) => !allowed.has(line));
    return excess && `has rights that it must not have (${excess.line})`;
  } finally {
    await client.end();
  }
}
