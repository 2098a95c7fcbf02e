import { rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { createRandom } from '@kantor/demo/random.ts';
import { openFolder, scratchFolder } from '@kantor/embedded-postgres/testing';
import type { Gate } from './gates.ts';
import type { Sizes, Storm } from './storm.ts';

/** What came out of a storm. */
export interface Outcome {
  storm: string;
  /** How it is run, when that is no storm's way. */
  command?: string;
  /** ISO 8601, UTC. */
  at: string;
  seed: number;
  sizes: Record<string, number>;
  seconds: number;
  /** The machine's load when it began: figures of time hang on it. */
  load: number;
  gates: Gate[];
}

export interface RunOptions<S extends Sizes> {
  isShort?: boolean;
  seed?: number;
  /** In place of the form's own. */
  sizes?: Partial<Record<keyof S, number>>;
  say?: (line: string) => void;
  signal?: AbortSignal;
  plant?: readonly string[];
}

/** Runs a storm and takes down whatever it set up. @throws Error when it could not be run at all. */
export async function runStorm<S extends Sizes>(storm: Storm<S>, options: RunOptions<S> = {}): Promise<Outcome> {
  const {
    isShort = false,
    seed = 1,
    say = () => undefined,
    signal = new AbortController().signal,
    plant = [],
  } = options;
  const form = isShort ? 'short' : 'full';
  const sizes = Object.fromEntries(
    Object.entries(storm.sizes).map(([name, size]) => [name, options.sizes?.[name] ?? size[form]]),
  ) as Record<keyof S, number>;
  const takeDowns: (() => unknown)[] = [];
  // What need not outlive a power cut lies in memory; the full form's database waits for a real disk.
  const folder = isShort ? scratchFolder() : openFolder(tmpdir());
  takeDowns.push(() => rm(folder, { recursive: true, force: true }));
  const [since, at, [load = 0]] = [performance.now(), new Date().toISOString(), loadavg()];
  const defer = (takeDown: () => unknown) => void takeDowns.push(takeDown);
  try {
    const ground = { random: createRandom(seed), seed, isShort, folder, signal, say, defer, plant };
    const gates = await storm.run(ground, sizes);
    const seconds = Math.round((performance.now() - since) / 1000);
    return { storm: storm.name, at, seed, sizes, seconds, load: Math.round(load * 10) / 10, gates };
  } finally {
    for (const takeDown of takeDowns.toReversed()) await takeDown();
  }
}
