import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, systemEnvironment } from './paths.mjs';
import { capture } from './processes.mjs';
import { say, text } from './texts.mjs';

/** @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} Package */

/** Installs the packages of package-lock.json unless exactly those are there. */
export async function install() {
  if (isInstalled()) return;
  say('installing');
  // Development packages too: they build the web pages, in production as well.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await capture('npm', args, { cwd: ROOT, env: systemEnvironment() });
  if (code !== 0) throw new Error(`${text('installFailed')}\n${output}`);
}

/** npm lists what it installed, once it is all there; an installation cut short has no list. */
function isInstalled() {
  const wanted = packages(join(ROOT, 'package-lock.json'));
  const present = packages(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional, os, cpu, libc }]) => {
    if (!path.startsWith('node_modules/')) return true;
    // Packages for other platforms are left out.
    const mayBeAbsent = optional === true && (os ?? cpu ?? libc) !== undefined;
    return present[path] ? present[path].version === version : mayBeAbsent;
  });
}

/** @param {string} file @returns {Record<string, Package> | undefined} */
function packages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}
