import { HttpConnection } from './http-connection.ts';

/** Does one piece of work over a connection. @returns how many operations it was; throws when one failed. */
type Work = (connection: HttpConnection) => Promise<number>;

interface Load {
  /** One connection for each is kept open; a connection does one thing at a time. */
  urls: readonly URL[];
  seconds: number;
  work: Work;
}

/** Operations per second over all connections. */
export async function drive({ urls, seconds, work }: Load): Promise<number> {
  const connections = await Promise.all(urls.map((url) => HttpConnection.open(url)));
  const since = performance.now();
  const end = since + seconds * 1000;
  let done = 0;
  try {
    await Promise.all(
      connections.map(async (connection) => {
        while (performance.now() < end) {
          // Not `done += await …`, which would forget what others counted meanwhile.
          const operations = await work(connection);
          done += operations;
        }
      }),
    );
  } finally {
    for (const connection of connections) connection.close();
  }
  return (done * 1000) / (performance.now() - since);
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

/** Measures two things in turn, so that what else the machine does falls on both, and takes the medians. */
export async function interleaved(
  rounds: number,
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<{ ours: number; reference: number }> {
  const measured: { ours: number[]; theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round < rounds; round += 1) {
    measured.ours.push(await ours());
    measured.theirs.push(await theirs());
  }
  return { ours: median(measured.ours), reference: median(measured.theirs) };
}
