import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** One figure, with what it is compared to. */
export interface Row {
  what: string;
  ours: string;
  reference: string;
  ratio: number;
  /** The figure to reach: at least, or at most. */
  target: { least: number } | { most: number };
  note?: string;
}

const isMet = ({ ratio, target }: Row): boolean => ('least' in target ? ratio >= target.least : ratio <= target.most);

const cells = (row: Row): string[] => [
  row.what,
  row.ours,
  row.reference,
  row.ratio.toFixed(2),
  'least' in row.target ? `≥ ${row.target.least}` : `≤ ${row.target.most}`,
  isMet(row) ? 'met' : 'not met',
];

const HEADINGS = ['what', 'ours', 'reference', 'ratio', 'target', ''];

/** A Markdown table, its columns made even, and the notes under it. */
export function table(rows: readonly Row[]): string {
  const lines = [HEADINGS, ...rows.map((row) => cells(row))];
  const widths = HEADINGS.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const even = (line: readonly string[]) =>
    `| ${widths.map((width, column) => line[column]?.padEnd(width)).join(' | ')} |`;
  const [heading = '', ...body] = lines.map((line) => even(line));
  const rule = even(widths.map((width) => '-'.repeat(width)));
  const notes = rows.flatMap(({ what, note }) => (note === undefined ? [] : [`- **${what}**: ${note}`]));
  return [heading, rule, ...body, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

/**
 * Replaces bench/RESULTS.md, or bench/GROWN.md: what a big marketplace shows is measured by itself, and seldom.
 * @param machineFacts what the figures depend on, by name.
 */
export async function writeResults(
  rows: readonly Row[],
  machineFacts: Record<string, string>,
  isGrown: boolean,
): Promise<void> {
  const [file, command] = isGrown ? ['GROWN.md', 'npm run bench -- --only grown'] : ['RESULTS.md', 'npm run bench'];
  const facts = Object.entries(machineFacts).map(([name, value]) => `- ${name}: ${value}`);
  const text = [`# Results of \`${command}\``, '', ...facts, '', table(rows), ''].join('\n');
  await writeFile(fileURLToPath(new URL(`../${file}`, import.meta.url)), text);
}
