import { describe, expect, test, vi } from 'vitest';
import { createClient } from '../src/index.ts';

// What no sound server can be brought to do at will: the answers are written here, and the pauses are counted instead of waited for.

const problem = (status: number, code: string, headers = {}) =>
  Response.json({ type: 'about:blank', title: '', status, detail: 'Отказ', code }, { status, headers });
const done = () => Response.json({ id: 'a', status: 'ACTIVE' }, { status: 201 });

function scripted(...answers: (Response | Error)[]) {
  const keys: (string | null)[] = [];
  const pauses: number[] = [];
  const kantor = createClient({
    url: 'https://kantor.example/base/',
    key: 'k',
    sleep: async (ms) => void pauses.push(ms),
    fetch: async (url, init) => {
      keys.push(new Request(url, init).headers.get('idempotency-key'));
      const answer = answers[keys.length - 1];
      if (answer instanceof Response) return answer;
      throw answer ?? new Error('No more is written');
    },
  });
  const create = (options = {}) =>
    kantor.createOrder({ amount: '1500.00', method: 'sbp', external_id: 'order-42' }, options);
  return { create, keys, pauses };
}

describe('a call is made again under its key', () => {
  test.each<[string, Response | Error]>([
    ['when the network fails', new TypeError('fetch failed')],
    ['when the server fails', problem(500, 'internal')],
    ['when the server has too much to do', problem(503, 'busy')],
    ['when something on the way fails', new Response('<html>', { status: 502 })],
    ['while the first one is at work', problem(409, 'idempotency_running')],
    ['when there were too many', problem(429, 'rate_limited')],
    ['when its answer is torn', new Response('{"id":', { status: 201 })],
  ])('%s', async (_, failure) => {
    const { create, keys, pauses } = scripted(failure, done());
    expect(await create()).toMatchObject({ id: 'a' });
    expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
    expect(pauses).toHaveLength(1);
  });
});

test.each([400, 401, 403, 404, 409, 413, 422])('a refusal %i is final', async (status) => {
  const { create, keys } = scripted(problem(status, 'some'), done());
  await expect(create()).rejects.toMatchObject({ status, code: 'some', message: 'Отказ' });
  expect(keys).toHaveLength(1);
});

test('what leads elsewhere is not followed, and is no answer', async () => {
  const { create } = scripted(new Response(null, { status: 302, headers: { location: 'https://other.example' } }));
  await expect(create()).rejects.toMatchObject({ status: 302, code: 'unknown' });
});

test('it is tried four times; the last failure has the key', async () => {
  const { create, keys } = scripted(...[1, 2, 3, 4, 5].map(() => problem(500, 'internal')));
  await expect(create({ idempotencyKey: 'mine' })).rejects.toMatchObject({ status: 500, idempotencyKey: 'mine' });
  expect(keys).toEqual(['mine', 'mine', 'mine', 'mine']);
});

test('pauses double, and half of each is by chance', async () => {
  const pausesWith = async (chance: number) => {
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    const { create, pauses } = scripted(...[1, 2, 3].map(() => problem(500, 'internal')), done());
    await create();
    vi.restoreAllMocks();
    return pauses;
  };
  expect(await pausesWith(0)).toEqual([125, 250, 500]);
  expect(await pausesWith(1)).toEqual([250, 500, 1000]);
});

test('it waits for as long as it is asked to, but not for longer than a minute', async () => {
  const short = scripted(problem(429, 'rate_limited', { 'retry-after': '7' }), done());
  await short.create();
  expect(short.pauses).toEqual([7000]);
  const long = scripted(problem(503, 'unavailable', { 'retry-after': '61' }), done());
  await expect(long.create()).rejects.toMatchObject({ code: 'unavailable' });
  expect(long.keys).toHaveLength(1);
});

test('a call that was given up is not made again', async () => {
  const { create, keys } = scripted(new TypeError('fetch failed'), done());
  await expect(create({ signal: AbortSignal.abort() })).rejects.toThrow('');
  expect(keys.length).toBeLessThan(2);
});
