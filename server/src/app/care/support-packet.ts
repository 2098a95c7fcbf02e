import { writeFile } from 'node:fs/promises';
import { arch, availableParallelism, freemem, loadavg, platform, release, totalmem } from 'node:os';
import { readShape, VERSION } from '../../modules/platform/index.ts';
import { shownSettings } from '../environment.ts';
import type { Settings } from '../settings.ts';
import { withDatabase } from '../with-database.ts';
import { type Examined, examine } from './examine.ts';
import { type Finding, judge } from './judge.ts';

interface PacketOptions {
  settings: Settings;
  environment: NodeJS.ProcessEnv;
  /** The zip file, which must not exist. */
  file: string;
}

/** As `doctor` prints it. */
export const findingLines = (findings: readonly Finding[]): string[] =>
  findings.flatMap(({ level, what, advice }) => [
    `${level.padEnd(5)}${what}`,
    ...(advice === undefined ? [] : [`     ${advice}`]),
  ]);

/** What an operator wrote themselves stays here: the note of a backup, and the rows that verification found. */
function shareable({ vitals, aheadMs, lackingMigrations }: Examined) {
  const { facts, verification, ...rest } = vitals;
  const { backupNote: _, ...shown } = facts;
  return { ...rest, facts: shown, violations: verification?.violations ?? null, aheadMs, lackingMigrations };
}

const asJson = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? Number(each) : each), 1);

/**
 * Writes all that helps somebody else to see what is wrong into one zip file: no secret, nobody's data, no row of the
 * marketplace.
 * @throws Error with a sentence when the file is there, or there is no way to the database.
 */
export async function writePacket({ settings, environment, file }: PacketOptions): Promise<void> {
  const examined = await examine(settings);
  const shape = await withDatabase(settings, ({ db }) => readShape(db), { preparesSchema: false });
  const machine = {
    kantor: VERSION,
    node: process.version,
    system: `${platform()} ${release()} ${arch()}`,
    processors: availableParallelism(),
    memory: { free: freemem(), total: totalmem() },
    load: loadavg(),
  };
  const { strToU8, zipSync } = await import('fflate');
  const files = {
    'findings.txt': findingLines(judge(examined)).join('\n'),
    'machine.json': asJson(machine),
    'settings.json': asJson(shownSettings(environment)),
    'vitals.json': asJson(shareable(examined)),
    'database.json': asJson(shape),
  };
  const packed = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  await writeFile(file, packed, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be written: ${error.code === 'EEXIST' ? 'it is there already' : error.code}.`, {
      cause: error,
    });
  });
}
