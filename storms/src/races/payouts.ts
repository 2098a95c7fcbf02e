import { idempotencyKey } from '@kantor/contract/client.ts';
import { cancelMerchantPayout, createMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { confirmPayout, freePayout, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { sql } from 'kysely';
import { times, untilDecided } from '../harness/calls.ts';
import { photo } from '../harness/files.ts';
import { type Gate, gate, noneOf } from '../harness/gates.ts';
import { winners, type World } from './world.ts';

const WIDTH = 2;
/** A trader has no more in work. */
const MOST_IN_WORK = 3;

let numbers = 0;

async function open({ merchant }: World): Promise<string> {
  numbers += 1;
  const body = { amount: '1000', method: 'sbp', fio: 'Пётр', phone: '+79995554433' } as const;
  const decided = await untilDecided(() =>
    merchant.api.call(createMerchantPayout, {
      headers: idempotencyKey(),
      body: { ...body, external_id: `payout-${numbers}` },
    }),
  );
  if (decided.kind === 'refusal') throw decided.refusal;
  return decided.answer.id;
}

/** Takers against each other and the merchant, then the taker against themselves; and one who takes all there is. */
export async function racePayouts(
  world: World,
  { callers, orders }: { callers: number; orders: number },
): Promise<Gate[]> {
  const { market, merchant, race, starting } = world;
  const proof = await photo();
  const wrong: string[] = [];
  let calls = 0;
  await times(orders, WIDTH, async (index) => {
    const id = await open(world);
    const params = { id };
    // A trader takes a few payouts an hour at most: each race has its own.
    const takers = await Promise.all(Array.from({ length: 3 }, () => market.createTrader({ payouts: true })));
    await Promise.all(takers.map((taker) => taker.token()));
    const cancel = () => merchant.api.call(cancelMerchantPayout, { params, headers: idempotencyKey() });
    const first = Array.from({ length: callers }, (_, n) => {
      const taker = takers[n % (takers.length + 1)];
      return taker === undefined
        ? race(
            `cancel ${id}`,
            starting(index % 2 === 1, cancel).then(() => undefined),
          )
        : race(
            `take ${id}`,
            starting(index % 2 === 0, () => taker.call(takePayout, { params })).then(() => taker),
          );
    });
    const won = winners(await Promise.all(first));
    calls += callers;
    if (won.length !== 1) wrong.push(`payout ${id}: ${won.length} winners of take and cancel`);
    const [taker] = won;
    if (taker === undefined) return;
    await untilDecided(() => taker.call(uploadPayoutPhoto, { params, file: proof }));
    const second = Array.from({ length: callers }, (_, n) =>
      race<unknown>(`end ${id}`, taker.call(n % 2 === 0 ? confirmPayout : freePayout, { params })),
    );
    const ended = winners(await Promise.all(second)).length;
    calls += callers;
    if (ended !== 1) wrong.push(`payout ${id}: ${ended} winners of confirm and give up`);
  });
  const greedy = await market.createTrader({ payouts: true });
  const ids: string[] = [];
  for (let n = 0; n < callers; n += 1) ids.push(await open(world));
  const takes = ids.map((id) => race('take all', greedy.call(takePayout, { params: { id } })));
  const taken = winners(await Promise.all(takes)).length;
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from payout where trader_id = ${greedy.id} and status = 'IN_WORK'`.execute(market.db);
  return [
    noneOf('payouts: take × take × cancel, confirm × give up: not one winner', wrong, calls),
    gate('payouts in work, of one who takes all', { exactly: MOST_IN_WORK }, Number(rows[0]?.n ?? 0), { of: taken }),
  ];
}
