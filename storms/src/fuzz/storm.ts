import { pair } from '@kantor/contract/device.ts';
import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { getCabinetQr } from '@kantor/contract/wire/cabinets.ts';
import { readQr } from '@kantor/demo/qr.ts';
import { createRandom } from '@kantor/demo/random.ts';
import { createPeople } from '../access/people.ts';
import { times } from '../harness/calls.ts';
import { gate, noneOf } from '../harness/gates.ts';
import { type Market, openMarket } from '../harness/market.ts';
import { watchMemory } from '../harness/memory.ts';
import { sendRaw } from '../harness/raw.ts';
import { storm } from '../harness/storm.ts';
import { createJudge } from './judge.ts';
import { pageRequest } from './pages.ts';
import { type FuzzPeople, fuzzedRequest, type Target } from './requests.ts';
import { sendGarbage } from './sockets.ts';

const WIDTH = 12;
const GARBAGE_EVERY = 50;
const PAGE_EVERY = 20;
const MEGABYTES = 400;

async function createFuzzPeople(market: Market): Promise<FuzzPeople> {
  const { owners, objects, strangers } = await createPeople(market);
  const { trader, merchant } = owners;
  const [server] = market.apis;
  const cabinet = await market.createCabinet(trader.id);
  const { token } = readQr(await trader.call(getCabinetQr, { params: { id: cabinet } }));
  const { device_id: id, key } = await pair({ server: server?.url ?? '' }, token);
  return {
    tokens: {
      [API_BASE]: [await trader.token(), await merchant.token(), await strangers.operator.token()],
      [MERCHANT_API_BASE]: [merchant.key],
    },
    ids: Object.values(objects),
    phone: { id, key, counter: 0 },
  };
}

/** The statuses that the description of the merchant API names for a call. */
async function readNamedStatuses(
  market: Market,
): Promise<(target: Target, method: string) => readonly string[] | undefined> {
  const path = `${MERCHANT_API_BASE}/openapi.json`;
  const { text } = await sendRaw(market.anyServer().url, { method: 'GET', path });
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  return ({ base, call }, method) => {
    if (base !== MERCHANT_API_BASE || method !== call.method) return undefined;
    const operation = paths[call.path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
    return Object.keys(operation?.responses ?? {});
  };
}

/** Requests out of the contract's own schemas, spoiled by the numbers of a seed. */
export const fuzz = storm({
  name: 'fuzz',
  summary: 'requests generated from the contract and spoiled: none is a 5xx, every refusal is a problem document',
  minutes: 8,
  sizes: { requests: { what: 'requests', full: 50_000, short: 1500 } },
  run: async (ground, { requests }) => {
    const market = await openMarket(ground, { roles: ['api', 'api'], environment: { KANTOR_PAYOUT_MIN_RUB: '1' } });
    const people = await createFuzzPeople(market);
    const namedStatuses = await readNamedStatuses(market);
    const judge = createJudge();
    const memories = market.apis.map((server) => watchMemory(server.pid()));
    const unanswered: string[] = [];
    await times(requests, WIDTH, async (index) => {
      ground.signal.throwIfAborted();
      // Each has its own numbers: one can be made again by itself, whatever came before.
      const random = createRandom(ground.seed * 1_000_003 + index);
      const server = market.apis[index % market.apis.length]?.url ?? '';
      if (index % GARBAGE_EVERY === 0) {
        const { sent, answer } = await sendGarbage(server, random);
        if (answer !== undefined) judge.judge(`#${index} ${sent}`, answer);
        return;
      }
      if (index % PAGE_EVERY === 1) {
        const request = pageRequest(random);
        judge.judge(`#${index} ${request.method} ${request.path.slice(0, 160)}`, await sendRaw(server, request), {
          isPage: true,
        });
        return;
      }
      const { target, ...request } = fuzzedRequest(people, random);
      const body = request.body === undefined ? '' : Buffer.from(request.body).toString('utf8').slice(0, 200);
      const what = `#${index} ${request.method} ${request.path.slice(0, 160)} ${body}`;
      try {
        const answer = await sendRaw(server, request);
        const named = target && namedStatuses(target, request.method);
        judge.judge(what, answer, { isHead: request.method === 'HEAD', named });
      } catch (error) {
        unanswered.push(`${what}: ${String(error)}`);
      }
    });
    const most = Math.max(...(await Promise.all(memories.map((memory) => memory.finish()))));
    const dead = market.apis.filter((server) => !server.isRunning()).map((server) => server.output().slice(-500));
    return [
      ...judge.gates(),
      noneOf('requests without an answer', unanswered, requests),
      gate('servers that ended', { exactly: 0 }, dead.length, { of: market.apis.length, cases: dead }),
      gate('memory of a server, the most', { most: MEGABYTES }, most, { unit: 'MB' }),
    ];
  },
});
