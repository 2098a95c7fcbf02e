import type { Random } from '@kantor/demo/random.ts';
import type { Gate } from './gates.ts';

/** An option of a storm: what it counts, in the full form and in the short one, which `npm run test:long` runs. */
interface Size {
  what: string;
  full: number;
  short: number;
}

export type Sizes = Readonly<Record<string, Size>>;

/** The ground that a storm stands on while it runs. */
export interface Ground {
  random: Random;
  seed: number;
  isShort: boolean;
  /** A folder of the storm's own, thrown away afterwards. */
  folder: string;
  /** Gives up whatever is under way. */
  signal: AbortSignal;
  say: (line: string) => void;
  /** Takes down what was set up, in the opposite order, whatever happens. */
  defer: (takeDown: () => unknown) => void;
  /** A planted mistake: statements that are run on the new database before anything serves it. */
  plant: readonly string[];
}

export interface Storm<S extends Sizes = Sizes> {
  name: string;
  /** One line of what it does. */
  summary: string;
  /** Minutes that the full form takes on two cores. */
  minutes: number;
  sizes: S;
  run: (ground: Ground, sizes: Readonly<Record<keyof S, number>>) => Promise<Gate[]>;
}

/** Keeps the names of the sizes for `run`. */
export const storm = <const S extends Sizes>(definition: Storm<S>): Storm<S> => definition;
