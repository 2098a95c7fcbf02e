import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, environment, pinnedNode, program } from './paths.mjs';
import { capture } from './processes.mjs';
import { say, text } from './texts.mjs';

/** As people have it. */
const CHROMIUM = {
  package: 'chromium',
  paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
};
/** The same engine without windows: browser tests take a quarter less of the processor with it. */
const HEADLESS_SHELL = { package: 'chromium-headless-shell', paths: ['/usr/bin/chromium-headless-shell'] };

/** The path of a Chromium: one that is there, else one that is installed now. */
export async function findChromium() {
  const found = given() ?? present([...CHROMIUM.paths, await playwrightsOwn()]) ?? (await fromDebian(CHROMIUM));
  if (found) return found;
  await capture(program('playwright'), ['install', 'chromium'], { cwd: ROOT, env: environment() });
  const downloaded = present([await playwrightsOwn()]);
  if (downloaded) return downloaded;
  throw new Error(text('noChromium'));
}

/** The path of a Chromium's headless shell, where Debian's packages are at hand; of any Chromium elsewhere. */
export async function findHeadlessShell() {
  return given() ?? present(HEADLESS_SHELL.paths) ?? (await fromDebian(HEADLESS_SHELL)) ?? findChromium();
}

function given() {
  const path = process.env.CHROMIUM_PATH || undefined;
  if (path !== undefined && !existsSync(path)) throw new Error(text('noChromium'));
  return path;
}

/** @param {string[]} paths */
const present = (paths) => paths.find((path) => existsSync(path));

/** Installs it, if that can be done here. @param {typeof CHROMIUM} browser */
async function fromDebian({ package: name, paths }) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  say('installingChromium');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const retries = ['-o', 'Acquire::Retries=5', '-o', 'Acquire::http::Timeout=20'];
  await capture('apt-get', [...retries, 'update', '-qq'], { env });
  await capture('apt-get', [...retries, 'install', '-y', '-qq', '--no-install-recommends', name], { env });
  return present(paths);
}

async function playwrightsOwn() {
  const ask = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
  const { output } = await capture(pinnedNode(), ['-e', ask], { cwd: join(ROOT, 'e2e'), env: environment() });
  return output.trim();
}
