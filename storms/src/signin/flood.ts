import { API_BASE, login } from '@kantor/contract/plain/routes.ts';
import { createOwner } from '@kantor/server/src/modules/people/index.ts';
import { floodSignIns, percentile, type SendSignIn } from '@kantor/server/test/storms/signin-flood.ts';
import { gate, type Gate, noneOf } from '../harness/gates.ts';
import type { Market } from '../harness/market.ts';

/** Servers that take the word of this machine about where a sign-in comes from, as behind a balancer. */
export const BEHIND_BALANCER = { KANTOR_TRUST_PROXY: '127.0.0.1,::1' };

const PEOPLE = 20;
const LIMIT_MS = 1500;

interface FloodSizes {
  /** Wrong sign-ins in all, and at once. */
  wrong: number;
  callers: number;
  /** The time is judged; in the short form it is the machine's. */
  isTimed: boolean;
}

/** Wrong sign-ins from many addresses through all servers by turns; meanwhile people sign in at browsers that are known. */
export async function flood({ db, apis }: Market, { wrong, callers, isTimed }: FloodSizes): Promise<Gate[]> {
  const people = Array.from({ length: PEOPLE }, (_, n) => ({ username: `flooded-${n}`, password: `password ${n}` }));
  for (const person of people) await createOwner(db, { ...person, role: 'merchant', at: new Date() });
  let turn = 0;
  const send: SendSignIn = async ({ address, cookie, ...body }) => {
    const server = apis[(turn += 1) % apis.length]?.url ?? '';
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie !== undefined && { cookie: `kantor_browser=${cookie}` }),
    };
    const answer = await fetch(server + API_BASE + login.path, {
      method: login.method,
      headers,
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return {
      status: answer.status,
      cookie: /kantor_browser=([\w-]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1],
    };
  };
  const figures = await floodSignIns({ send, people, wrong, atOnce: callers });
  const ofStatuses = (which: (status: number) => boolean) =>
    Object.entries(figures.wrong).flatMap(([status, n]) =>
      which(Number(status)) ? Array<string>(n).fill(status) : [],
    );
  const gates = [
    gate(
      'right sign-ins at known browsers during a flood get in',
      { exactly: PEOPLE },
      figures.right.filter((status) => status === 200).length,
      {
        of: PEOPLE,
        cases: figures.right.filter((status) => status !== 200).map(String),
      },
    ),
    noneOf(
      'wrong sign-ins that get in, or break something',
      ofStatuses((status) => ![401, 429, 503].includes(status)),
      wrong,
    ),
  ];
  if (isTimed)
    gates.push(
      gate('time of those right ones (p95)', { most: LIMIT_MS }, percentile(figures.times, 95), { unit: 'ms' }),
    );
  return gates;
}
