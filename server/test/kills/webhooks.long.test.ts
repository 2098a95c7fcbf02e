import fc from 'fast-check';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { MINUTE } from '../../src/kernel/clock.ts';
import { declineAppeal, openAppeal } from '../../src/modules/appeals/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { JWT_SECRET } from '../support/kantor.ts';
import { killAtEachStep } from './kill-at-each-step.ts';
import { untilShown } from '../support/outbox-reading.ts';
import { test as base } from '../webhooks/fixture.ts';

// Nothing is lost, and nothing is out of order, whatever breaks.

/** A process is started for each step, and every fault has its pause. */
const LONG = 180_000;

const test = base
  /** The deliveries that are recorded as having arrived. */
  .extend('delivered', ({ kantor }) => async () => {
    const { rows } = await sql<{ id: string }>`select id from webhook where status = 'DELIVERED'`.execute(kantor.db);
    return new Set(rows.map(({ id }) => id));
  });

test(
  'a worker killed at any step loses nothing; twice comes only what was answered and not yet recorded',
  async ({ kantor, shop, merchant, deliver, delivered }) => {
    let orderId = '';
    let doubled = 0;
    const job = {
      databaseUrl: kantor.databaseUrl,
      job: 'webhooks',
      get args() {
        return [kantor.clock().toISOString(), shop.url, JWT_SECRET];
      },
    };
    const happen = async () => {
      shop.heard.length = 0;
      ({ id: orderId } = await merchant.order());
      await merchant.confirm(orderId);
      await untilShown(kantor.db);
    };
    const steps = await killAtEachStep(job, happen, async () => {
      await shop.untilAlone();
      const recorded = await delivered();
      const answered = shop.heard.map(({ id }) => id);
      const forgotten = answered.filter((id) => !recorded.has(id));
      // The lease of the dead worker ends.
      kantor.pass(MINUTE);
      await deliver();
      expect(await merchant.newest()).toMatchObject({
        object_id: orderId,
        type: 'order.closed',
        status: 'DELIVERED',
      });
      const heard = shop.heard.map(({ id }) => id);
      const twice = heard.filter((id, i) => heard.indexOf(id) !== i);
      expect(twice).toEqual(forgotten);
      doubled += twice.length;
      const inOrder = shop.heard.filter(({ id }, i) => heard.indexOf(id) === i).map(({ type }) => type);
      expect(inOrder).toEqual(['order.active', 'order.closed']);
    });
    expect(steps).toBeGreaterThan(15);
    // The window was hit: recording is one transaction of two statements, for each of two messages. While an answer is slow to
    // come, the worker looks for more that is due: that may be hit too.
    expect(doubled).toBeGreaterThanOrEqual(4);
  },
  LONG,
);

test(
  'with several workers, every message arrives once, and those of an object in their order, however servers fail',
  async ({ kantor, shop, trader, merchant, startWorker }) => {
    const faults = fc.constantFrom(200, 200, 200, 500, 404, 429, 'hang up' as const);
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(faults),
        fc.array(fc.nat(3), { minLength: 4, maxLength: 8 }),
        async (stream, plan) => {
          shop.heard.length = 0;
          // Signed in anew by now: those below come at once.
          await trader.token();
          const succeeded: { id: string; objectId: string; type: string }[] = [];
          shop.answerWith((heard) => {
            const fault = stream.next().value ?? 200;
            if (fault === 'hang up') return (response) => void response.destroy();
            if (fault === 200) succeeded.push(heard);
            return fault;
          });
          const workers = [1, 2, 3].map(() => startWorker());
          const expected = new Map<string, string[]>();
          const follow = async (steps: number) => {
            const { id: orderId } = await merchant.order();
            const types = ['order.active'];
            expected.set(orderId, types);
            if (steps === 0) return;
            const request = { merchantId: merchant.id, orderId, amount: 1_00n };
            const appealId = await openAppeal(kantor, request);
            const ofAppeal = ['appeal.open'];
            types.push('order.appeal');
            expected.set(appealId, ofAppeal);
            if (steps === 1) return;
            await declineAppeal(kantor, { role: 'operator' }, appealId);
            types.push('order.active');
            ofAppeal.push('appeal.closed');
            if (steps === 2) return;
            await merchant.confirm(orderId);
            types.push('order.closed');
          };
          await Promise.all([...plan.map(follow), ...workers.map(({ deliver }) => deliver())]);
          // A delivery is made once the readers are shown its event: nothing pending is not yet all.
          await untilShown(kantor.db);
          for (let unfinished = 1n; unfinished > 0n;) {
            await Promise.all(workers.map(({ deliver }) => deliver()));
            kantor.pass(60 * MINUTE);
            const { rows } = await sql<{ n: bigint }>`
          select count(*) as n from webhook where status = 'PENDING'`.execute(kantor.db);
            unfinished = rows[0]?.n ?? 0n;
          }
          for (const [id, types] of expected) {
            const own = succeeded.filter(({ objectId }) => objectId === id);
            expect(own.map(({ type }) => type)).toEqual(types);
          }
          expect(new Set(succeeded.map(({ id }) => id)).size).toBe(succeeded.length);
          expect(workers.flatMap(({ lines }) => lines())).toEqual([]);
        },
      ),
      { numRuns: 6 },
    );
    expect(await verify(kantor.db)).toEqual([]);
  },
  LONG,
);
