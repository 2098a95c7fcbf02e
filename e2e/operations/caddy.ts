import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import type { Ground } from '@kantor/storms/src/harness/storm.ts';

const CADDYFILE = new URL('../../ops/compose/Caddyfile', import.meta.url);
const UPSTREAMS = 'api-1:3000 api-2:3000';
const LOOK_MS = 100;

/**
 * A real Caddy before processes of the API, with the file of ops/compose, but for where they are and without TLS.
 * @returns its address, once it lets requests through.
 */
export async function startCaddy({ folder, defer }: Ground, urls: readonly string[]): Promise<string> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const file = join(folder, 'Caddyfile');
  const text = readFileSync(CADDYFILE, 'utf8');
  if (!text.includes(UPSTREAMS)) throw new Error(`The Caddyfile does not lead to ${UPSTREAMS}`);
  const upstreams = urls.map((each) => new URL(each).host).join(' ');
  writeFileSync(file, `{\n\tadmin off\n}\n${text.replace(UPSTREAMS, upstreams)}`);
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: { ...process.env, KANTOR_DOMAIN: url, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  const ended = once(child, 'exit');
  defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  for (;;) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    if (answer?.ok) return url;
    if (child.exitCode !== null) throw new Error(`Caddy ended with ${child.exitCode}`);
    await delay(LOOK_MS);
  }
}
