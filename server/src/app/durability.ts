/** The part of a `pg` client that the check needs. */
type Client = { query(sql: string): Promise<{ rows: { name: string }[] }> };

/**
 * Refuses a database that forgets acknowledged money when its machine stops. Tests cannot see this by killing
 * processes, as the system's memory outlives them: so it is asked.
 * @throws Error which names the settings that are off.
 */
export async function assertDurable(client: Client): Promise<void> {
  const { rows } = await client.query(
    `select name from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`,
  );
  if (rows.length === 0) return;
  const names = rows.map(({ name }) => name).join(', ');
  throw new Error(`The database may lose what it has confirmed: set to on in its configuration: ${names}.`);
}
