import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as httpsRequest } from 'node:https';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Ground } from '@kantor/storms/src/harness/storm.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** For names that end so Caddy is its own authority. */
export const DOMAIN = 'kantor.localhost';
const LOOK_MS = 500;
const HEALTHY_WITHIN_MS = 120_000;
const MAX_OUTPUT = 64 * 1024 * 1024;

interface Container {
  Service: string;
  State: string;
  /** Empty where nobody looks. */
  Health: string;
  ExitCode: number;
}

/** A clone of what is committed. @returns its folder. */
export async function cloneKantor({ folder }: Pick<Ground, 'folder'>): Promise<string> {
  const checkout = join(folder, 'kantor');
  await promisify(execFile)('git', ['clone', '--quiet', ROOT, checkout]);
  return checkout;
}

/** What a folder's compose.yaml installs, under a name of its own: an installation of the same machine keeps its volumes. */
export class Installation {
  readonly #folder: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor({ defer }: Pick<Ground, 'defer'>, folder: string, project: string, settings: Record<string, string>) {
    this.#folder = folder;
    this.#env = { ...process.env, ...settings, COMPOSE_PROJECT_NAME: project };
    defer(() => this.compose('down', '--volumes', '--remove-orphans'));
  }

  /** `docker compose`. @returns what it has written. @throws Error with that when it fails. */
  async compose(...args: string[]): Promise<string> {
    const options = { cwd: this.#folder, env: this.#env, maxBuffer: MAX_OUTPUT };
    const { stdout, stderr } = await promisify(execFile)('docker', ['compose', ...args], options);
    return stdout + stderr;
  }

  /** A command of Kantor's in a service that runs. */
  kantor(service: string, ...args: string[]): Promise<string> {
    return this.compose('exec', '-T', service, 'node', 'server/src/app/cli.ts', ...args);
  }

  /** The newest container of each service. */
  async #containers(): Promise<Container[]> {
    const lines = await this.compose('ps', '--all', '--format', 'json');
    return lines
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Container);
  }

  /** Services that do not run as they should; those of a moment have ended well. */
  async faults(services: readonly string[]): Promise<string[]> {
    const containers = await this.#containers();
    return services.filter((name) => {
      const container = containers.find(({ Service }) => Service === name);
      if (container === undefined) return true;
      const { State, Health, ExitCode } = container;
      return State === 'running' ? Health !== '' && Health !== 'healthy' : State !== 'exited' || ExitCode !== 0;
    });
  }

  /** Waits until all of them run as they should. @returns those that do not in time. */
  async untilHealthy(services: readonly string[]): Promise<string[]> {
    for (const end = performance.now() + HEALTHY_WITHIN_MS; ; await delay(LOOK_MS)) {
      const faults = await this.faults(services);
      if (faults.length === 0 || performance.now() > end) return faults;
    }
  }

  async #inspect(service: string, format: string): Promise<string> {
    const id = (await this.compose('ps', '--quiet', service)).trim();
    const { stdout } = await promisify(execFile)('docker', ['inspect', '--format', format, id]);
    return stdout.trim();
  }

  /** The image that a service's container is made of. */
  imageOf(service: string): Promise<string> {
    return this.#inspect(service, '{{.Image}}');
  }

  /** How often Docker has started its container again. */
  async restartsOf(service: string): Promise<number> {
    return Number(await this.#inspect(service, '{{.RestartCount}}'));
  }

  /** A way through the proxy, which it trusts for what the proxy's own authority has signed. */
  async openEntrance(): Promise<(request: Request) => Promise<Response>> {
    const file = join(this.#folder, 'root.crt');
    await this.compose('cp', 'proxy:/data/caddy/pki/authorities/local/root.crt', file);
    const ca = readFileSync(file);
    return async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = Buffer.from(await request.arrayBuffer());
      const { promise, resolve, reject } = Promise.withResolvers<Response>();
      const headers = { ...Object.fromEntries(request.headers), host: DOMAIN, 'content-length': body.length };
      const to = { host: '127.0.0.1', servername: DOMAIN, path: pathname + search, method: request.method };
      const sent = httpsRequest({ ...to, headers, ca, timeout: 30_000 }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece)).on('error', reject);
        answer.on('end', () => {
          const type = { 'content-type': answer.headers['content-type'] ?? '' };
          resolve(new Response(Buffer.concat(pieces), { status: answer.statusCode ?? 500, headers: type }));
        });
      });
      sent.on('timeout', () => sent.destroy(new Error('No answer in time')));
      sent.on('error', reject).end(body);
      return promise;
    };
  }
}
