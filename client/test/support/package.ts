import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The folder of a stranger's project, who has unpacked the package; what it needs is linked, as there is no registry here. */
export async function unpacked(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kantor-client-'));
  afterAll(() => rm(folder, { recursive: true }));
  const home = join(folder, 'node_modules/@kantor/client');
  await mkdir(home, { recursive: true });
  await run('npm', ['pack', '--offline', '--pack-destination', folder], { cwd: join(ROOT, 'client') });
  await run('tar', ['-xzf', 'kantor-client-0.1.0.tgz', '-C', home, '--strip-components=1'], { cwd: folder });
  for (const name of ['standardwebhooks', '@types']) {
    await symlink(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  return folder;
}
