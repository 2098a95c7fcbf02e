import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, environment, pinnedNode, program } from './paths.mjs';
import { capture } from './processes.mjs';
import { say, text } from './texts.mjs';

const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium for the browser tests: one that is there, else one that is installed now. */
export async function findChromium() {
  const found = await present();
  if (found) return found;
  say('installingChromium');
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const retries = ['-o', 'Acquire::Retries=5'];
    await capture('apt-get', [...retries, 'update', '-qq'], { env });
    await capture('apt-get', [...retries, 'install', '-y', '-qq', '--no-install-recommends', 'chromium'], { env });
  }
  const installed = await present();
  if (installed) return installed;
  await capture(program('playwright'), ['install', 'chromium'], { cwd: ROOT, env: environment() });
  const downloaded = await present();
  if (downloaded) return downloaded;
  throw new Error(text('noChromium'));
}

async function present() {
  if (process.env.CHROMIUM_PATH) {
    if (!existsSync(process.env.CHROMIUM_PATH)) throw new Error(text('noChromium'));
    return process.env.CHROMIUM_PATH;
  }
  return [...USUAL_PATHS, await playwrightsOwn()].find((path) => existsSync(path));
}

async function playwrightsOwn() {
  const ask = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
  const { output } = await capture(pinnedNode(), ['-e', ask], { cwd: join(ROOT, 'e2e'), env: environment() });
  return output.trim();
}
