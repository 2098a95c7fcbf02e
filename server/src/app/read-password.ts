import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Hides what is typed. */
const silent = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * An operator's password: from `KANTOR_OPERATOR_PASSWORD`, otherwise a line of the standard input, which a terminal does not show.
 * @throws Error with a sentence when there is none.
 */
export async function readPassword(
  username: string,
  { env, stdin, stderr }: Pick<NodeJS.Process, 'env' | 'stdin' | 'stderr'> = process,
): Promise<string> {
  const given = env['KANTOR_OPERATOR_PASSWORD'];
  if (given) return given;
  stderr.write(`Password of ${username}: `);
  const lines = createInterface({ input: stdin, output: silent(), terminal: stdin.isTTY });
  try {
    for await (const line of lines) return line;
  } finally {
    lines.close();
    if (stdin.isTTY) stderr.write('\n');
  }
  throw new Error('No password was given: type it, or set KANTOR_OPERATOR_PASSWORD.');
}
