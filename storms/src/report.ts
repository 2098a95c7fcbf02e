import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Gate } from './harness/gates.ts';
import type { Outcome } from './harness/run.ts';

const RESULTS = new URL('../results/', import.meta.url);
const TRIALS = fileURLToPath(new URL('../../docs/trials.md', import.meta.url));

const HEADINGS = ['gate', 'goal', 'measured', ''];

const cells = ({ name, goal, measured, holds }: Gate): string[] => [
  name.replaceAll('|', '\\|'),
  goal,
  measured,
  holds ? 'holds' : '**does not hold**',
];

/** A Markdown table of gates, its columns made even. */
export function table(gates: readonly Gate[]): string {
  const lines = [HEADINGS, ...gates.map((gate) => cells(gate))];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const even = (line: readonly string[]) =>
    `| ${widths.map((width, column) => line[column]?.padEnd(width)).join(' | ')} |`;
  const [heading = '', ...body] = lines.map((line) => even(line));
  return [heading, even(widths.map((width) => '-'.repeat(width))), ...body].join('\n');
}

/** Size, seed, date, duration and load, in a line. */
export function circumstances({ storm, command, at, seed, sizes, seconds, load }: Outcome): string {
  const options = Object.entries(sizes).map(([name, size]) => `--${name} ${size}`);
  const run = command ?? `npm run storm -- ${[storm, ...options, `--seed ${seed}`].join(' ')}`;
  const when = at.slice(0, 16).replace('T', ' ');
  return `\`${run}\`, ${when} UTC, ${seconds} s, load ${load} before.`;
}

const section = (outcome: Outcome): string =>
  [`## ${outcome.storm}`, '', circumstances(outcome), '', table(outcome.gates), ''].join('\n');

const INTRODUCTION = `# Trials

Figures of the storms and of the trials of operating beside their goals: what each did last, at which size, when.
\`npm run storm -- <name>\` and \`npm run trials -- <name>\` write this page; what a storm does, its options and how long it takes:
\`npm run storm -- --help\`. A short form of each storm is part of \`npm run test:long\`; a trial takes programs of others. Mistakes that were
planted, and the gates that failed: [decision 41](decisions/0041-storms-live-with-the-project.md).
`;

/** What no storm does: it takes programs that the packages do not bring. */
const BY_HAND = `## By hand: pg_dump and pg_restore under load

2026-11-23 04:58 UTC, PostgreSQL 15.18 with its own tools (those of 18 were not to be had), load 19: \`silence\` with 8 clients on
one cluster, \`pg_dump -Fc\` of it meanwhile, \`pg_restore\` into a freshly made one, and a server started on that.

| what                                                                   | goal | measured   |
| ---------------------------------------------------------------------- | ---- | ---------- |
| a dump taken while events come (1,875 to 1,936): events in it          |      | to 1,889   |
| places of readers that \`verify\` names before the start, at another try | 2    | 2 of 2     |
| readers anchored anew by the start                                     | 2    | 2 of 2     |
| webhooks not delivered afterwards (178 were, 1,366 waited, 32 unmade)  | 0    | 0 of 1,576 |
| statuses of orders without their webhook                               | 0    | 0 of 1,305 |
| \`verify\`, after the start                                              | 0    | 0 of 49    |

\`races --orders 12 --callers 24\` holds all its gates on PostgreSQL 15, too.
`;

/** Keeps an outcome as the storm's last, and writes docs/trials.md anew out of the last ones of all. */
export async function save(outcome: Outcome): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(new URL(`${outcome.storm}.json`, RESULTS), `${JSON.stringify(outcome, null, 2)}\n`);
  const files = (await readdir(RESULTS)).filter((name) => name.endsWith('.json')).toSorted();
  const outcomes = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(new URL(name, RESULTS), 'utf8')) as Outcome),
  );
  await writeFile(TRIALS, [INTRODUCTION, ...outcomes.map((each) => section(each)), BY_HAND].join('\n'));
}
