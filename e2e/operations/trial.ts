import { spawnSync } from 'node:child_process';
import type { Gate } from '@kantor/storms/src/harness/gates.ts';

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
export const tell = (line: string): void =>
  void process.stdout.write(`  … ${Math.round(performance.now() / 1000)} s: ${line}\n`);
