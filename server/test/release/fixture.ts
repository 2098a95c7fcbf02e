import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PACK = new URL('last-release.br', import.meta.url);
const OURS = '@kantor';

export interface LastRelease {
  version: string;
  folder: string;
  /** What is started. */
  main: string;
  remove: () => void;
}

/** Links everything in a folder of packages, but ours. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name !== OURS && !name.startsWith('.')) symlinkSync(join(from, name), join(to, name));
  }
}

/** Unpacks the last release in a folder, with the packages of today: the test needs neither git nor a network. */
export function unpackRelease(place: string): LastRelease {
  const { version, files } = JSON.parse(brotliDecompressSync(readFileSync(PACK)).toString()) as {
    version: string;
    files: Record<string, string>;
  };
  const folder = mkdtempSync(join(place, 'release-'));
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  linkPackages(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  linkPackages(join(ROOT, 'server/node_modules'), join(folder, 'server/node_modules'));
  mkdirSync(join(folder, 'node_modules', OURS));
  for (const each of ['contract', 'demo', 'embedded-postgres', 'server'])
    symlinkSync(join(folder, each), join(folder, 'node_modules', OURS, each));
  // The list of leaked passwords.
  symlinkSync(join(ROOT, 'server/data'), join(folder, 'server/data'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return { version, folder, main: join(folder, 'server/src/app/main.ts'), remove };
}
