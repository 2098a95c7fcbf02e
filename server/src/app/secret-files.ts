import { readFileSync } from 'node:fs';

/** As containers and systemd hand secrets over: `KANTOR_JWT_SECRET_FILE` names the file that has `KANTOR_JWT_SECRET`. */
const FILE_SUFFIX = '_FILE';

/**
 * Puts in place of each variable that names a file what stands in it, without the end of its line.
 * @param given the variables that are set
 * @param names of the secrets that may stand in a file
 * @returns the variables without those of files, and a sentence for each that cannot be read.
 */
export function withSecretFiles(
  given: NodeJS.ProcessEnv,
  names: Iterable<string>,
): { given: NodeJS.ProcessEnv; wrong: string[] } {
  const read = { ...given };
  const wrong: string[] = [];
  for (const name of names) {
    const variable = name + FILE_SUFFIX;
    const { [variable]: file } = given;
    delete read[variable];
    if (file === undefined) continue;
    if (given[name] !== undefined) wrong.push(`${name} and ${variable} are both set: only one may be.`);
    try {
      const secret = readFileSync(file, 'utf8').trim();
      if (secret === '') wrong.push(`${variable} names an empty file.`);
      else read[name] = secret;
    } catch (error) {
      const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
      wrong.push(`${variable} must name a file that we can read, but it cannot be read: ${why}.`);
    }
  }
  return { given: read, wrong };
}
