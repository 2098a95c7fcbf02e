// Adds to package-lock.json the optional packages of other platforms that a registry could not tell npm about when it wrote
// the file: without them `npm ci` calls the file out of step. Run after an upgrade: `npm run lock`.
import { readFileSync, writeFileSync } from 'node:fs';

const FILE = 'package-lock.json';
/**
 * @typedef {object} Package
 * @property {string} [version]
 * @property {string[]} [cpu]
 * @property {string[]} [os]
 * @property {string[]} [libc]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** @type {{ packages: Record<string, Package> }} */
const lock = JSON.parse(readFileSync(FILE, 'utf8'));

for (const [path, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const key = `node_modules/${name}`;
    if (!path.startsWith('node_modules/') || lock.packages[key] || lock.packages[`${path}/${key}`]) continue;
    if (!/^\d/.test(version)) throw new Error(`${name} is wanted as ${version}, not as one exact version`);
    // @oxlint/binding-linux-arm64-gnu, @oxlint-tsgolint/darwin-x64: system, processor, C library.
    const [os = '', cpu = '', libc = ''] = (name.split('/')[1] ?? name).replace('binding-', '').split('-');
    const family = libc.startsWith('gnu') ? ['glibc'] : libc.startsWith('musl') ? ['musl'] : undefined;
    lock.packages[key] = {
      version,
      cpu: [cpu],
      ...(dev && { dev }),
      ...(family && { libc: family }),
      optional: true,
      os: [os],
    };
  }
}

// npm's own order: the root, which has no name, comes first.
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
