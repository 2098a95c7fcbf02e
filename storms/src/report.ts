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
export function circumstances({ storm, at, seed, sizes, seconds, load }: Outcome): string {
  const options = Object.entries(sizes).map(([name, size]) => `--${name} ${size}`);
  const when = at.slice(0, 16).replace('T', ' ');
  return `\`npm run storm -- ${[storm, ...options, `--seed ${seed}`].join(' ')}\`, ${when} UTC, ${seconds} s, load ${load} before.`;
}

const section = (outcome: Outcome): string =>
  [`## ${outcome.storm}`, '', circumstances(outcome), '', table(outcome.gates), ''].join('\n');

const INTRODUCTION = `# Trials

Figures of the storms beside their goals: what each did last, at which size, when. \`npm run storm -- <name>\` writes this page; what
a storm does, its options and how long it takes: \`npm run storm -- --help\`. A short form of each is part of \`npm test\`. Mistakes
that were planted, and the gates that failed: [decision 41](decisions/0041-storms-live-with-the-project.md).
`;

/** Keeps an outcome as the storm's last, and writes docs/trials.md anew out of the last ones of all. */
export async function save(outcome: Outcome): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(new URL(`${outcome.storm}.json`, RESULTS), `${JSON.stringify(outcome, null, 2)}\n`);
  const files = (await readdir(RESULTS)).filter((name) => name.endsWith('.json')).toSorted();
  const outcomes = await Promise.all(
    files.map(async (name) => JSON.parse(await readFile(new URL(name, RESULTS), 'utf8')) as Outcome),
  );
  await writeFile(TRIALS, [INTRODUCTION, ...outcomes.map((each) => section(each))].join('\n'));
}
