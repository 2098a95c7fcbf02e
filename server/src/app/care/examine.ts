import { readSchema } from '../../db/bring-up-to-date.ts';
import { excessOf } from '../../db/grants.ts';
import { createClient } from '../../db/limits.ts';
import { readStatementLimit } from '../../db/server-limit.ts';
import { faultOf, openFileHome } from '../../modules/files/index.ts';
import { askVitals, type Vitals } from '../../modules/platform/index.ts';
import { assertDurable } from '../durability.ts';
import { assertKeepsPrepared } from '../prepared-kept.ts';
import type { Settings } from '../settings.ts';
import { type Opened, withDatabase } from '../with-database.ts';

/** What an examination sees. */
export interface Examined {
  vitals: Vitals;
  /** Milliseconds that this machine's clock is ahead of the database's. */
  aheadMs: number;
  /** How many of this version's migrations the schema lacks. */
  lackingMigrations: number;
  /** Sentences about the server and the way to it. */
  faults: string[];
  /** Why the home of the uploaded files cannot be used. */
  fileFault: string | undefined;
  /** What the role that serves may do beyond serving. */
  excess: string | undefined;
  /** Milliseconds; 0: a statement may run for ever but for our own limit. */
  statementLimitMs: number;
  settings: Pick<Settings, 'production' | 'demo' | 'metrics' | 'tron'>;
}

const sentenceOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function examineServer({ db, urls }: Opened): Promise<Pick<Examined, 'faults' | 'excess' | 'statementLimitMs'>> {
  const connect = () => createClient(urls.serving, { part: 'command' });
  const clients = [connect(), connect()] as const;
  const faults: string[] = [];
  const note = (error: unknown) => void faults.push(sentenceOf(error));
  try {
    await Promise.all(clients.map((client) => client.connect()));
    await assertDurable(clients[0]).catch(note);
    await assertKeepsPrepared(...clients).catch(note);
    return { faults, excess: await excessOf(urls.serving), statementLimitMs: await readStatementLimit(db) };
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

const faultOfHome = (settings: Settings): Promise<string | undefined> =>
  openFileHome(settings)
    .readMark()
    .then(() => undefined, faultOf);

/**
 * Looks at everything, and changes nothing: neither the schema nor a row.
 * @throws Error with a sentence when there is no way to the database.
 */
export const examine = (settings: Settings): Promise<Examined> =>
  withDatabase(
    settings,
    async (opened) => {
      const schema = await readSchema(opened.urls.serving);
      if (schema.newest === 0) {
        throw new Error('The database has no schema yet: start Kantor, or run "kantor migrate".');
      }
      return {
        ...(await examineServer(opened)),
        fileFault: await faultOfHome(settings),
        vitals: await askVitals({ ...opened, reads: await opened.openReads(), dataDir: settings.dataDir }),
        aheadMs: opened.aheadMs,
        lackingMigrations: schema.lacking.length,
        settings,
      };
    },
    { preparesSchema: false },
  );
