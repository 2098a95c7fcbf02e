import { Resolver } from 'node:dns/promises';

/**
 * The addresses of a name, of both families.
 * @throws Error of `node:dns`, when there are none.
 */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;

/** Milliseconds before a question is asked again, and how often. */
const QUERY = { timeout: 1000, tries: 3 };

/**
 * Asks the name servers of the machine, or those given. Not by `dns.lookup`: that holds one of the process's few threads for
 * as long as a slow name server likes, and others wait for those threads, sign-ins among them.
 */
export const askNameServers =
  (servers?: readonly string[]): Resolve =>
  async (name, signal) => {
    const resolver = new Resolver(QUERY);
    if (servers) resolver.setServers(servers);
    signal.addEventListener('abort', () => resolver.cancel(), { once: true });
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    throw answers.find((answer) => answer.status === 'rejected')?.reason;
  };
