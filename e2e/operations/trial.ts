import { spawnSync } from 'node:child_process';
import type { Database } from '@kantor/server/src/db/pool.ts';
import { inspect } from '@kantor/server/src/modules/verification/index.ts';
import { type Gate, noneOf } from '@kantor/storms/src/harness/gates.ts';
import { runStorm } from '@kantor/storms/src/harness/run.ts';
import type { Sizes, Storm } from '@kantor/storms/src/harness/storm.ts';
import { save } from '@kantor/storms/src/report.ts';

/** A promise of docs/operations.md, tried with real programs. */
export interface Trial {
  name: string;
  summary: string;
  /** Programs of others that it needs. */
  programs?: readonly string[];
  /** Why they are not what it needs; undefined: they are. */
  whyNot?: () => string | undefined;
  run: () => Promise<Gate[]>;
}

/** Whether the machine has a program. */
export const has = (program: string): boolean => spawnSync('which', [program], { stdio: 'ignore' }).status === 0;

/** Why a trial cannot run here; undefined: it can. */
export function whyNot({ programs = [], whyNot: judge }: Trial): string | undefined {
  const missing = programs.filter((program) => !has(program));
  return missing.length === 0 ? judge?.() : `this machine has no ${missing.join(', ')}`;
}

/** Runs a program to its end. */
export function run(program: string, args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  return { ok: status === 0, output: `${stdout}${stderr}`.trim() };
}

/** How a trial of minutes goes, and when, in seconds since the trials began. */
const tell = (line: string): void =>
  void process.stdout.write(`  … ${Math.round(performance.now() / 1000)} s: ${line}\n`);

/** Runs a trial of minutes as a storm is run, and keeps its figures for docs/trials.md. */
export async function runAndSave<S extends Sizes>(storm: Storm<S>): Promise<Gate[]> {
  const outcome = await runStorm(storm, { say: tell });
  await save({ ...outcome, command: `npm run trials -- ${storm.name}` });
  return outcome.gates;
}

/** What `verify` finds once a trial is over. */
export async function verified(db: Database): Promise<Gate> {
  const { violations, counts } = await inspect(db);
  const named = violations.map(({ table, row, problem }) => `${table} ${row}: ${problem}`);
  return noneOf('`verify` afterwards', named, counts.checks);
}
