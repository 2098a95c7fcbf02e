import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ground } from '@kantor/storms/src/harness/storm.ts';
import type { Container, Pod } from './chart.ts';
import { docker } from './docker.ts';
import { run } from './trial.ts';

/** Kubernetes goes on asking whether a pod is ready; here an end is needed. */
const LEAST_TRIES = 15;

/** A container that Docker runs as Kubernetes would run a pod's. */
export interface Running {
  name: string;
  container: Container;
  address: string;
}

/** Where pods run: a network, a claim that all of them share, and secrets. */
export class Place {
  readonly #folder: string;
  readonly #network: string;
  readonly #image: string;
  readonly #secrets: Readonly<Record<string, string>>;

  constructor(
    { folder, defer }: Pick<Ground, 'folder' | 'defer'>,
    { network, image, secrets }: { network: string; image: string; secrets: Readonly<Record<string, string>> },
  ) {
    this.#folder = folder;
    this.#network = network;
    this.#image = image;
    this.#secrets = secrets;
    docker('network', 'create', network);
    defer(() => docker('network', 'rm', network));
    defer(() => {
      const left = docker('ps', '--all', '--quiet', '--filter', `network=${network}`).split('\n').filter(Boolean);
      if (left.length > 0) docker('rm', '--force', '--volumes', ...left);
    });
  }

  /** A folder for the pod's group, as Kubernetes gives it. */
  #folderOf(name: string, group: number): string {
    const folder = join(this.#folder, name);
    mkdirSync(folder, { recursive: true });
    chownSync(folder, 0, group);
    chmodSync(folder, 0o2775);
    return folder;
  }

  /** What `docker run` needs to give a container its user, its rights, its settings and its volumes. */
  #argumentsOf(name: string, { securityContext, volumes }: Pod, container: Container): string[] {
    const { runAsUser, runAsGroup, fsGroup } = securityContext;
    const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = container.securityContext;
    const mounts = container.volumeMounts.flatMap(({ name: volumeName, mountPath, readOnly }) => {
      const volume = volumes.find((each) => each.name === volumeName);
      if (volume?.secret === undefined && volume?.persistentVolumeClaim === undefined) return ['--tmpfs', mountPath];
      const folder = this.#folderOf(volume.secret ? `secrets-${name}` : 'claim', fsGroup);
      for (const { key } of volume.secret?.items ?? []) {
        writeFileSync(join(folder, key), this.#secrets[key] ?? '', { mode: 0o440 });
        chownSync(join(folder, key), 0, fsGroup);
      }
      return ['--volume', `${folder}:${mountPath}${readOnly ? ':ro' : ''}`];
    });
    const [program, ...first] = container.command ?? [];
    return [
      ...['--name', name, '--network', this.#network, '--user', `${runAsUser}:${runAsGroup}`],
      ...['--group-add', String(fsGroup)],
      ...(readOnlyRootFilesystem ? ['--read-only'] : []),
      ...capabilities.drop.flatMap((each) => ['--cap-drop', each]),
      ...(allowPrivilegeEscalation ? [] : ['--security-opt', 'no-new-privileges']),
      ...mounts,
      ...container.env.flatMap((each) => ['--env', `${each.name}=${each.value}`]),
      ...(program === undefined ? [] : ['--entrypoint', program]),
      ...[this.#image, ...first, ...(container.args ?? [])],
    ];
  }

  /** Runs a pod to its end. */
  runToEnd(name: string, pod: Pod) {
    return run('docker', ['run', ...this.#argumentsOf(name, pod, onlyOne(pod))]);
  }

  start(name: string, pod: Pod): Running {
    const container = onlyOne(pod);
    docker('run', '--detach', ...this.#argumentsOf(name, pod, container));
    const format = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
    return { name, container, address: docker('inspect', '--format', format, name) };
  }
}

function onlyOne({ containers }: Pod): Container {
  const [container, second] = containers;
  if (container === undefined || second) throw new Error('A pod has one container here');
  return container;
}

/** Whether a probe is answered in its time. */
async function passes({ address, container }: Running, probe: Container['startupProbe']): Promise<boolean> {
  if (probe === undefined) return false;
  const { path, port } = probe.httpGet;
  const number = container.ports?.find(({ name }) => name === port)?.containerPort ?? port;
  const tries = Math.max(probe.failureThreshold, LEAST_TRIES);
  for (let n = 0; n < tries; n += 1) {
    const answer = await fetch(`http://${address}:${number}${path}`).catch(() => undefined);
    if (answer?.ok) return true;
    await delay(probe.periodSeconds * 1000);
  }
  return false;
}

/** Waits until a pod has started and is ready, by its own probes. */
export const becomesReady = async (running: Running): Promise<boolean> =>
  (await passes(running, running.container.startupProbe)) && (await passes(running, running.container.readinessProbe));
