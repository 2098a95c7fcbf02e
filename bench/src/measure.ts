import { HttpConnection } from './http-connection.ts';

/** What a connection does over and over. Throws when it failed. */
export type Work = (connection: HttpConnection) => Promise<unknown>;

interface Load {
  /** One connection for each is kept open; a connection does one thing at a time. */
  urls: readonly URL[];
  seconds: number;
  work: Work;
}

/** What came of a load. A request and its answer are one operation. */
export interface Driven {
  /** Operations per second over all connections. */
  rate: number;
  /** Milliseconds that each operation took. */
  times: number[];
  /** The share of a core that went into the load itself. */
  driverCores: number;
}

/** Works over all connections until the time is over. */
export async function drive({ urls, seconds, work }: Load): Promise<Driven> {
  const times: number[] = [];
  const took = (milliseconds: number) => void times.push(milliseconds);
  const connections = await Promise.all(urls.map((url) => HttpConnection.open(url, took)));
  const used = process.cpuUsage();
  const since = performance.now();
  const end = since + seconds * 1000;
  try {
    await Promise.all(
      connections.map(async (connection) => {
        while (performance.now() < end) await work(connection);
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
  const milliseconds = performance.now() - since;
  const { user, system } = process.cpuUsage(used);
  return { rate: (times.length * 1000) / milliseconds, times, driverCores: (user + system) / 1000 / milliseconds };
}

/** `connections` addresses, spread over the servers. */
export const spread = (servers: readonly URL[], connections: number): URL[] =>
  Array.from({ length: connections }, (_, index) => servers[index % servers.length]).filter((url) => url !== undefined);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}

/** The value that so many per cent of them do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}

type Measurements = Record<string, () => Promise<unknown>>;

/**
 * Measures several things in turns, so that what else the machine does falls on all of them.
 * @returns the rounds.
 */
export async function interleaved<Measured extends Measurements>(
  rounds: number,
  measurements: Measured,
): Promise<{ [Name in keyof Measured]: Awaited<ReturnType<Measured[Name]>> }[]> {
  const measured: Record<string, unknown>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const results: Record<string, unknown> = {};
    for (const [name, take] of Object.entries(measurements)) results[name] = await take();
    measured.push(results);
  }
  return measured as { [Name in keyof Measured]: Awaited<ReturnType<Measured[Name]>> }[];
}

/** The medians of two figures over all rounds, and that of their ratios within a round, which a busy minute changes least. */
export function compare<Round>(
  rounds: readonly Round[],
  ours: (round: Round) => number,
  reference: (round: Round) => number,
): { ours: number; reference: number; ratio: number } {
  return {
    ours: median(rounds.map((round) => ours(round))),
    reference: median(rounds.map((round) => reference(round))),
    ratio: median(rounds.map((round) => ours(round) / reference(round))),
  };
}
