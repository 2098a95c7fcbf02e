// Writes server/test/release/last-release.br: the source of a release's server, which is run against the schema of today.
//   node scripts/pack-release.mjs <commit or tag of the release>
// Done once a release, before the first migration of the next one. It is run with the packages of today: one that only the packed
// release uses stays a development dependency of the server, known to knip.json, until the next is packed.

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const PARTS = ['package.json', 'server/package.json', 'server/migrations', 'server/roles', 'server/src', 'docs'];
const OTHERS = ['contract', 'demo', 'embedded-postgres'].flatMap((each) => [`${each}/package.json`, `${each}/src`]);
/** Tests, and what the server reads nothing of. */
const LEFT_OUT = /\.test(-d)?\.tsx?$|^docs\/(?!merchant|phones)/;
const MOST_BYTES = 64 * 1024 ** 2;

const [, , release = ''] = process.argv;
/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { maxBuffer: MOST_BYTES });

const commit = git('rev-parse', '--verify', `${release}^{commit}`).toString().trim();
const names = git('ls-tree', '-r', '--name-only', commit, '--', ...PARTS, ...OTHERS)
  .toString()
  .split('\n')
  .filter((name) => name !== '' && !LEFT_OUT.test(name));
const files = Object.fromEntries(names.map((name) => [name, git('show', `${commit}:${name}`).toString()]));
const { version } = JSON.parse(files['package.json'] ?? '{}');
const text = JSON.stringify({ version, commit, files });
const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
writeFileSync(new URL('../server/test/release/last-release.br', import.meta.url), packed);
console.log(`${version} (${commit.slice(0, 8)}): ${names.length} files, ${Math.round(packed.length / 1024)} KiB.`);
