import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, systemEnvironment } from './paths.mjs';
import { capture } from './processes.mjs';
import { say, text } from './texts.mjs';

/** @typedef {{ version?: string, optional?: boolean }} Package */

/** Installs the packages of package-lock.json unless exactly those are there. */
export async function install() {
  if (isInstalled()) return;
  say('installing');
  // Development packages too: they build the web pages, in production as well.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await capture('npm', args, { cwd: ROOT, env: systemEnvironment() });
  if (code !== 0) throw new Error(`${text('installFailed')}\n${withoutManual(output)}`);
}

/** npm lists what it installed, once it is all there; an installation cut short has no list. */
function isInstalled() {
  const wanted = packages(join(ROOT, 'package-lock.json'));
  const present = packages(join(ROOT, 'node_modules', '.package-lock.json'));
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, { version, optional }]) => {
    // Workspaces are of this repository, and optional packages of other platforms are left out.
    if (!path.startsWith('node_modules/') || (optional && !present[path])) return true;
    return path in present && present[path]?.version === version;
  });
}

/** @param {string} file @returns {Record<string, Package> | undefined} */
function packages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined;
}

/** npm answers some mistakes with its whole manual. @param {string} output */
function withoutManual(output) {
  return output.split(/^npm error (?:Clean install a project|A complete log)/m)[0] ?? output;
}
