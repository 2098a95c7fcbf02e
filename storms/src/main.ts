import { parseArgs } from 'node:util';
import { runStorm } from './harness/run.ts';
import type { Storm } from './harness/storm.ts';
import { circumstances, save, table } from './report.ts';
import { access } from './access/storm.ts';
import { balances } from './balances/storm.ts';
import { browser } from './browser/storm.ts';
import { fuzz } from './fuzz/storm.ts';
import { everything } from './everything/storm.ts';
import { kills } from './kills/storm.ts';
import { signin } from './signin/storm.ts';
import { silence } from './silence/storm.ts';
import { slow } from './slow/storm.ts';
import { uploads } from './uploads/storm.ts';
import { races } from './races/storm.ts';

const STORMS: readonly Storm[] = [
  races,
  kills,
  access,
  fuzz,
  uploads,
  browser,
  signin,
  slow,
  silence,
  balances,
  everything,
];

const NUMBER = /^\d+$/;

function help(): string {
  const lines = STORMS.flatMap(({ name, summary, minutes, sizes }) => [
    `  ${name.padEnd(9)} ${summary}. Full size: about ${minutes} min.`,
    ...Object.entries(sizes).map(([option, { what, full, short }]) => {
      return `      --${option.padEnd(14)} ${what} (${full}; short ${short})`;
    }),
  ]);
  return [
    'Usage: npm run storm -- <name> [options]',
    '',
    ...lines,
    '',
    '  Of every storm:',
    '      --short          the sizes of the short form, which npm run test:long runs; nothing is saved',
    '      --seed n         what is random follows from it (1)',
    '      --no-save        leaves docs/trials.md as it is',
    '      --plant sql      a mistake: SQL run on the new database, by its owner; may be repeated; nothing is saved',
    '',
    'The exit code is 0 when every gate holds, 1 when one does not, 2 when the storm could not be run.',
  ].join('\n');
}

const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

/** @returns whether every gate held. */
async function run(storm: Storm, args: string[]): Promise<boolean> {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      seed: { type: 'string', default: '1' },
      short: { type: 'boolean', default: false },
      save: { type: 'boolean', default: true },
      plant: { type: 'string', multiple: true, default: [] },
      ...Object.fromEntries(Object.keys(storm.sizes).map((name) => [name, { type: 'string' as const }])),
    },
  });
  const { seed, short, save: isSaved, plant, ...given } = values as Record<string, unknown> & { plant: string[] };
  const numbers = Object.entries({ seed, ...given }).map(([name, value]) => {
    if (typeof value !== 'string' || !NUMBER.test(value)) throw new Error(`--${name} must be a whole number.`);
    return [name, Number(value)] as const;
  });
  const { seed: seedNumber = 1, ...sizes } = Object.fromEntries(numbers);
  const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);
  const isShort = short === true;
  const outcome = await runStorm(storm, { isShort, seed: seedNumber, sizes, say, signal: stopping.signal, plant });
  console.log(`\n${circumstances(outcome)}\n\n${table(outcome.gates)}\n`);
  for (const { name, cases } of outcome.gates) for (const each of cases) console.log(`- ${name}: ${each}`);
  if (isSaved && !isShort && plant.length === 0) await save(outcome);
  return outcome.gates.every(({ holds }) => holds);
}

const [name, ...args] = process.argv.slice(2);
const storm = STORMS.find((each) => each.name === name);
if (storm === undefined || args.includes('--help')) {
  console.log(help());
  process.exitCode = name === undefined || name === '--help' || storm !== undefined ? 0 : 2;
} else {
  try {
    process.exitCode = (await run(storm, args)) ? 0 : 1;
  } catch (error) {
    console.error(stopping.signal.aborted ? 'Broken off.' : error);
    process.exitCode = 2;
  }
}
process.exit();
