import { buildProgram } from '../../src/app/commands/program.ts';
import type { Database } from '../../src/db/pool.ts';
import { type Clock, DAY, MINUTE } from '../../src/kernel/clock.ts';
import { PASSWORD } from './people.ts';

interface CliSettings {
  depositKey: string | undefined;
  rateSource: { url: string; path: string } | undefined;
  /** The password that is given when a command asks for it. */
  password: string;
}

/** The operator's commands, run in this process on the marketplace. */
export function createCli({ db, clock }: { db: Database; clock: Clock }) {
  const cliSettings: CliSettings = {
    password: PASSWORD,
    depositKey: undefined,
    rateSource: undefined,
  };
  return {
    cliSettings,
    /** Runs a command; resolves to what it printed. */
    async cli(...args: string[]): Promise<string> {
      const lines: string[] = [];
      const program = buildProgram({
        withDatabase: (work) => work(db),
        print: (line) => void lines.push(line),
        clock,
        osUser: 'tester@here',
        reversalDays: () => 30,
        readPassword: () => Promise.resolve(cliSettings.password),
        depositKey: () => cliSettings.depositKey,
        rates: () => ({
          source: cliSettings.rateSource,
          every: 30_000,
          rules: { jumpBp: 500n, sourceMaxAgeMs: 15 * MINUTE, manualMaxAgeMs: DAY },
        }),
      });
      await program.parseAsync(args, { from: 'user' });
      return lines.join('\n');
    },
  };
}
