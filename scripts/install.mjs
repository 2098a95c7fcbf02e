import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT, systemEnvironment } from './paths.mjs';
import { capture, isStopping } from './processes.mjs';
import { say, text } from './texts.mjs';

/** @typedef {{ version?: string, name?: string, resolved?: string, optional?: boolean, link?: boolean, inBundle?: boolean }} Package */

const LOCK = join(ROOT, 'package-lock.json');
/** npm's own name for a lock that it prefers to package-lock.json. */
const LOCK_WITH_ADDRESSES = join(ROOT, 'npm-shrinkwrap.json');
/** Stands for the registry that is configured. */
const ANY_REGISTRY = 'registry.invalid';

const TRIES = 3;
/** package.json and its lock disagree: they will at the next try as well. */
const OUT_OF_STEP = /^npm error code EUSAGE/m;

/** Installs the packages of package-lock.json unless exactly those are there. Networks fail: npm gets more than one try. */
export async function install() {
  // Of a launcher that was killed: npm would go on preferring it, also when our lock is another.
  rmSync(LOCK_WITH_ADDRESSES, { force: true });
  if (isInstalled()) return;
  say('installing');
  // Development packages too: they build the web pages, in production as well.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  for (let tries = TRIES; ; tries -= 1) {
    // Should a registry have other addresses, the next try asks it for them.
    const addresses = tries === TRIES ? [`--replace-registry-host=${ANY_REGISTRY}`] : [];
    if (addresses.length > 0) addAddresses();
    const { code, output } = await capture('npm', [...args, ...addresses], {
      cwd: ROOT,
      env: systemEnvironment(),
    }).finally(() => rmSync(LOCK_WITH_ADDRESSES, { force: true }));
    if (code === 0) return;
    const failure = `${text('installFailed')}\n${withoutManual(output) || `npm: ${code}`}`;
    if (tries === 1 || isStopping() || OUT_OF_STEP.test(output)) throw new Error(failure);
    console.error(`${failure}\n${text('installingAgain')}`);
  }
}

/** npm lists what it installed, once it is all there; an installation cut short has no list. */
function isInstalled() {
  const wanted = packages(LOCK);
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

/**
 * Our lock names no registry: whichever is configured is asked. Without addresses npm asks it for all that it knows of each package
 * first, which is most of what it would download, and a third of its work. So it gets them, each where every registry has it;
 * the host is replaced by the registry's (`replace-registry-host`).
 */
function addAddresses() {
  const lock = JSON.parse(readFileSync(LOCK, 'utf8'));
  for (const [path, each] of Object.entries(/** @type {Record<string, Package>} */ (lock.packages))) {
    const name = each.name ?? path.split('node_modules/').at(-1);
    if (!path.includes('node_modules/') || each.link || each.inBundle || each.resolved) continue;
    each.resolved = `https://${ANY_REGISTRY}/${name}/-/${basename(name ?? '')}-${each.version}.tgz`;
  }
  writeFileSync(LOCK_WITH_ADDRESSES, JSON.stringify(lock));
}

/** npm answers some mistakes with its whole manual. @param {string} output */
function withoutManual(output) {
  return output.split(/^npm error (?:Clean install a project|A complete log)/m)[0] || output;
}
