import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';

/** A failure of the embedded server that the operator can act on: its message is the sentence to print. */
export class EmbeddedFailure extends Error {
  override name = 'EmbeddedFailure';
}

const TAIL_BYTES = 8192;
const TAIL_LINES = 12;

/** The last lines of a log that were written after its first `from` bytes, without reading a long one whole. */
export function lastLines(file: string, from: number): string {
  if (!existsSync(file)) return '';
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const start = Math.max(from, size - TAIL_BYTES);
    const buffer = Buffer.alloc(Math.max(0, size - start));
    readSync(fd, buffer, 0, buffer.length, start);
    return lastLinesOf(buffer.toString('utf8'));
  } finally {
    closeSync(fd);
  }
}

export function lastLinesOf(text: string): string {
  return text.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}

/** PostgreSQL's failures in English (LC_MESSAGES=C), and sentences for the person who has to put them right. */
const CAUSES: [RegExp, (folder: string) => string][] = [
  [/No space left on device/, (folder) => `the disk that holds ${folder} is full. Free some space and start again`],
  [/Read-only file system/, (folder) => `${folder} lies on a read-only disk`],
  [/could not map anonymous shared memory|Cannot allocate memory/, () => 'the machine has too little free memory'],
  [/Permission denied/, (folder) => `it may not read or write ${folder}`],
  [/database files are incompatible/, (folder) => `${folder} was written by another version of PostgreSQL`],
  [/invalid checkpoint record|could not locate a valid checkpoint/, (folder) => `the data in ${folder} is damaged`],
];

/** Builds the failure: what was being done, the cause when it is known, and PostgreSQL's own last words. */
export function failure(what: string, folder: string, output: string): EmbeddedFailure {
  const cause = CAUSES.find(([pattern]) => pattern.test(output))?.[1](folder);
  const words = output ? `\nIts last lines:\n${output.replace(/^/gm, '  ')}` : '';
  return new EmbeddedFailure(`${what}${cause ? `: ${cause}` : ''}.${words}`);
}

const FOLDER_CAUSES: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'it is not a folder',
};

/** Runs a step on a folder of ours; an error of the file system becomes a sentence that names the folder. */
export function inFolder<T>(folder: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const cause = FOLDER_CAUSES[code];
    if (!cause) throw error;
    throw new EmbeddedFailure(`Cannot use the data folder ${folder}: ${cause}.`, { cause: error });
  }
}
