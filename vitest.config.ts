import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { Reporter, TestModule } from 'vitest/node';

const SHOWN = 15;
/** Of fewer files one sees the times anyway. */
const MANY = 50;

const seconds = (ms: number) => (ms / 1000).toFixed(1).padStart(7);

/** Ends a long run with its slowest files, and the time of each project: whoever adds a test sees what it costs. */
class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < MANY) return;
    const files = modules
      .map((module) => ({ module, ms: module.diagnostic().duration }))
      .toSorted((one, other) => other.ms - one.ms);
    const projects = Map.groupBy(files, ({ module }) => module.project.name);
    const lines = [
      'Seconds of the slowest files:',
      ...files
        .slice(0, SHOWN)
        .map(({ module, ms }) => `${seconds(ms)} ${relative(import.meta.dirname, module.moduleId)}`),
      'Seconds of projects, of all their workers together:',
      ...Array.from(projects, ([name, own]) => `${seconds(own.reduce((sum, { ms }) => sum + ms, 0))} ${name}`),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }
}

/**
 * Where whoever started the run reads which files failed: `scripts/test.mjs` tries a few of them once more, alone.
 * Its name does not begin with `KANTOR_`: the servers that tests start inherit it, and refuse settings they do not know.
 */
const failedFilesIn = process.env['FAILED_FILES_IN'];

class FailedFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    if (failedFilesIn === undefined) return;
    const failed = modules
      .filter((module) => !module.ok())
      .map((module) => ({
        file: relative(import.meta.dirname, module.moduleId),
        tests: Array.from(module.children.allTests('failed'), ({ fullName }) => fullName),
      }));
    // An error outside of every test has no file to repeat.
    writeFileSync(failedFilesIn, JSON.stringify({ failed, hasOthers: errors.length > 0 }));
  }
}

export default defineConfig({
  test: {
    projects: [
      'client',
      'contract',
      'embedded-postgres',
      'server',
      'demo',
      'simulator',
      'bench',
      'storms',
      'web',
      'e2e/start',
    ],
    reporters: ['default', new SlowestFiles(), new FailedFiles()],
  },
});
