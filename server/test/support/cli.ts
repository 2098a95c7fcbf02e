import { buildProgram } from '../../src/app/commands/program.ts';
import type { Database } from '../../src/db/pool.ts';
import { readsOf } from '../../src/db/replica.ts';
import { type Clock, DAY, MINUTE } from '../../src/kernel/clock.ts';
import type { ServerSecrets } from '../../src/kernel/derive-key.ts';
import type { NodeOptions } from '../../src/modules/chain/index.ts';
import { usdt } from './money.ts';
import { PASSWORD } from './people.ts';

interface CliSettings {
  dataDir: string;
  depositKey: string | undefined;
  rateSource: { url: string; path: string } | undefined;
  /** Micro-USDT: what moves more takes two operators. */
  secondOperatorAbove: bigint;
  chainNode: NodeOptions | undefined;
  /** The server's. */
  secrets: ServerSecrets;
  /** The password that is given when a command asks for it. */
  password: string;
}

/** Commands on which most tests are silent about who runs them. */
const OF_ANY_OPERATOR = new Set(['deposit', 'close-withdrawal']);

interface CliOptions {
  db: Database;
  clock: Clock;
  /** Opens the operator who runs what no test names one for. @returns their name. */
  createOperator?: () => Promise<{ username: string }>;
}

/** The operator's commands, run in this process on the marketplace. */
export function createCli({ db, clock, createOperator }: CliOptions) {
  let operator: Promise<{ username: string }> | undefined;
  /** The operator of commands for which no test names one. @returns their name. */
  const anyOperator = async () => (await (operator ??= createOperator?.()))?.username ?? 'nobody';
  const cliSettings: CliSettings = {
    password: PASSWORD,
    dataDir: '',
    secrets: new Uint8Array(32),
    depositKey: undefined,
    rateSource: undefined,
    secondOperatorAbove: usdt('1000000000'),
    chainNode: undefined,
  };
  return {
    cliSettings,
    anyOperator,
    /** Runs a command; resolves to what it printed. */
    async cli(...args: string[]): Promise<string> {
      const isSilent = OF_ANY_OPERATOR.has(args[0] ?? '') && !args.includes('--by');
      if (isSilent) args.push('--by', await anyOperator());
      const lines: string[] = [];
      const program = buildProgram({
        withDatabase: (work) => work(db, () => Promise.resolve(readsOf(db))),
        print: (line) => void lines.push(line),
        clock,
        filePlace: () => cliSettings,
        osUser: 'tester@here',
        reversalDays: () => 30,
        secondOperatorAbove: () => cliSettings.secondOperatorAbove,
        chainNode: () => cliSettings.chainNode,
        readPassword: () => Promise.resolve(cliSettings.password),
        depositKey: () => cliSettings.depositKey,
        secrets: () => cliSettings.secrets,
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
