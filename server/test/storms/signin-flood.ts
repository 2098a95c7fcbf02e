import { setImmediate as turn } from 'node:timers/promises';

// A flood of wrong sign-ins from many addresses, and people who sign in meanwhile at browsers that have signed in before.

/** One sign-in, as a balancer would pass it on. */
interface SignIn {
  username: string;
  password: string;
  address: string;
  /** The browser's cookie, if it has one. */
  cookie?: string | undefined;
}

/** Sends a sign-in. @returns the status, and the cookie that the browser is given. */
export type SendSignIn = (signIn: SignIn) => Promise<{ status: number; cookie: string | undefined }>;

export interface FloodOptions {
  send: SendSignIn;
  /** Who sign in meanwhile; the names are known to the attacker. */
  people: readonly { username: string; password: string }[];
  /** Wrong sign-ins in all, and at once. */
  wrong: number;
  atOnce: number;
  /** The share of wrong sign-ins that name one of the people, from 0 to 1; the others name nobody. */
  share?: number;
}

export interface FloodFigures {
  /** Wrong sign-ins by their status. */
  wrong: Record<number, number>;
  /** Right ones at known browsers: their statuses, and their times in milliseconds, the shortest first. */
  right: number[];
  times: number[];
}

/** IPv4 addresses of many networks. */
const addressOf = (n: number): string => `${11 + (n % 80)}.${(n >> 3) & 255}.${(n * 7) & 255}.${1 + (n % 250)}`;

/** Marks each person's browser, begins the flood, and has each person sign in once while it lasts. */
export async function floodSignIns({ send, people, wrong, atOnce, share = 0.5 }: FloodOptions): Promise<FloodFigures> {
  const cookies: (string | undefined)[] = [];
  for (const [n, person] of people.entries())
    cookies.push((await send({ ...person, address: `198.51.${n}.1` })).cookie);

  const figures: FloodFigures = { wrong: {}, right: [], times: [] };
  let sent = 0;
  let answered = 0;
  const attack = async () => {
    while (sent < wrong) {
      const n = (sent += 1);
      const victim = n % 100 < share * 100 ? people[n % people.length]?.username : undefined;
      const { status } = await send({ username: victim ?? `nobody-${n}`, password: 'wrong', address: addressOf(n) });
      figures.wrong[status] = (figures.wrong[status] ?? 0) + 1;
      answered += 1;
    }
  };
  const attackers = Array.from({ length: atOnce }, attack);
  // Evenly over the flood, each from a network that was never seen.
  for (const [n, person] of people.entries()) {
    while (answered < (wrong * (n + 0.5)) / people.length) await turn();
    const begun = performance.now();
    const { status } = await send({ ...person, address: `203.0.${n}.77`, cookie: cookies[n] });
    figures.right.push(status);
    figures.times.push(performance.now() - begun);
  }
  await Promise.all(attackers);
  figures.times.sort((a, b) => a - b);
  return figures;
}

/** The time that so many of a hundred stay below. */
export const percentile = (times: readonly number[], of: number): number =>
  times[Math.min(times.length - 1, Math.ceil((times.length * of) / 100) - 1)] ?? 0;
