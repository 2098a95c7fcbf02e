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

const RESULTS = fileURLToPath(new URL('../RESULTS.md', import.meta.url));

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

const line = (columns: readonly string[]): string => `| ${columns.join(' | ')} |`;

/** A Markdown table, and the notes under it. */
export function table(rows: readonly Row[]): string {
  const notes = rows.flatMap(({ what, note }) => (note === undefined ? [] : [`- **${what}**: ${note}`]));
  return [
    line(HEADINGS),
    line(HEADINGS.map(() => '---')),
    ...rows.map((row) => line(cells(row))),
    ...(notes.length > 0 ? ['', ...notes] : []),
  ].join('\n');
}

/** Replaces bench/RESULTS.md. @param circumstances what the figures depend on, by name. */
export async function writeResults(rows: readonly Row[], circumstances: Record<string, string>): Promise<void> {
  const facts = Object.entries(circumstances).map(([name, value]) => `- ${name}: ${value}`);
  const text = ['# Results of `npm run bench`', '', ...facts, '', table(rows), ''].join('\n');
  await writeFile(RESULTS, text);
}
