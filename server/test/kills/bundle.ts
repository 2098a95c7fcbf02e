import { mkdtempSync, readdirSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { inject } from 'vitest';

const PROCESSES = fileURLToPath(new URL('processes/', import.meta.url));
/** Our own modules, and packages of many small ones, which take half of a start. The other packages stay where they are. */
const TAKEN_IN = /^(?:\.|@kantor\/|@oxc-project\/|kysely|zod)/;

/**
 * Makes one program of a few files of every file in `processes/`: a process that is started for every statement of a job, to be
 * killed before it, would load some 1,800 modules each time.
 * @returns the folder with a `.js` for each `.ts`.
 */
export async function bundleProcesses(): Promise<string> {
  const folder = mkdtempSync(join(inject('programs'), 'kills-'));
  const bundle = await rolldown({
    input: readdirSync(PROCESSES).map((file) => join(PROCESSES, file)),
    platform: 'node',
    external: (id) => !isAbsolute(id) && !TAKEN_IN.test(id),
    transform: { target: 'esnext' },
    plugins: [
      {
        name: 'addresses-of-sources',
        // What a module reads beside itself stays there.
        transform: (code, id) =>
          isAbsolute(id) ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)) : undefined,
      },
    ],
  });
  await bundle.write({ dir: folder, format: 'esm' });
  await bundle.close();
  return folder;
}
