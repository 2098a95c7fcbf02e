import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@kantor/embedded-postgres/ports.mjs';
import type { Ground } from '@kantor/storms/src/harness/storm.ts';

const LOOK_MS = 100;

/**
 * A real HAProxy before processes of the API, with its defaults but for what it looks at: no request is sent a second time.
 * @returns its address, once it has found them all.
 */
export async function startHaproxy({ folder, defer }: Ground, urls: readonly string[]): Promise<string> {
  const [port, statistics] = [await freePort(), await freePort()];
  const file = join(folder, 'haproxy.cfg');
  const servers = urls.map((url, n) => `  server api-${n} ${new URL(url).host}`);
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend entrance
  bind 127.0.0.1:${port}
  default_backend kantor
frontend statistics
  bind 127.0.0.1:${statistics}
  stats enable
  stats uri /
backend kantor
  option httpchk GET /ready
  default-server check inter 1s fall 2 rise 2
${servers.join('\n')}
`,
  );
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = once(child, 'exit');
  defer(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${statistics}/;csv`).catch(() => undefined);
    const found = (await answer?.text())?.match(/^kantor,api-.*,UP,/gm) ?? [];
    if (found.length === urls.length) return `http://127.0.0.1:${port}`;
    if (child.exitCode !== null) throw new Error(`HAProxy ended with ${child.exitCode}`);
    await delay(LOOK_MS);
  }
}
