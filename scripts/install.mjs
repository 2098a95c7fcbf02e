import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, systemEnvironment } from './paths.mjs';
import { capture, isStopping } from './processes.mjs';
import { say, text } from './texts.mjs';

/** @typedef {{ version?: string, optional?: boolean }} Package */

const TRIES = 3;
/** package.json and its lock disagree: they will at the next try as well. */
const OUT_OF_STEP = /^npm error code EUSAGE/m;

/** Installs the packages of package-lock.json unless exactly those are there. Networks fail: npm gets more than one try. */
export async function install() {
  if (isInstalled()) return;
  say('installing');
  // Development packages too: they build the web pages, in production as well.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  for (let tries = TRIES; ; tries -= 1) {
    const { code, output } = await capture('npm', args, { cwd: ROOT, env: systemEnvironment() });
    if (code === 0) return;
    const failure = `${text('installFailed')}\n${withoutManual(output) || `npm: ${code}`}`;
    if (tries === 1 || isStopping() || OUT_OF_STEP.test(output)) throw new Error(failure);
    console.error(`${failure}\n${text('installingAgain')}`);
  }
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
  return output.split(/^npm error (?:Clean install a project|A complete log)/m)[0] || output;
}
