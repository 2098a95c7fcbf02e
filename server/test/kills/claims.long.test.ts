import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claimPayment } from '@kantor/contract/plain/payment-page.ts';
import { getAppeal, listAppeals, openAppealByClaim } from '@kantor/contract/wire/appeals.ts';
import { getPayerClaim } from '@kantor/contract/wire/payer-claims.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { checkFiles, diskStore } from '../../src/modules/files/index.ts';
import { verify } from '../../src/modules/verification/index.ts';
import { formOf, test } from '../payment-page/fixture.ts';
import { killAtEachStep } from './kill-at-each-step.ts';

/** A process is started for each step. */
const LONG = 240_000;

test(
  'a claim with its receipt, and the appeal that it becomes, are there once or not at all, wherever the process dies',
  { timeout: LONG },
  async ({ kantor, trader, merchant, order, send, receipt }) => {
    const folder = join(kantor.settings.dataDir, 'files');
    const path = join(kantor.settings.dataDir, 'чек.png');
    await writeFile(path, Buffer.from(await receipt.arrayBuffer()));
    let { id, payment_url: link } = await order();
    const job = {
      databaseUrl: kantor.databaseUrl,
      job: 'claim-and-appeal',
      get args() {
        return [kantor.clock().toISOString(), folder, id, merchant.id, path];
      },
    };
    const seen = { nothing: 0, claimed: 0, appealed: 0 };
    const steps = await killAtEachStep(
      job,
      async () => {
        await kantor.heartbeat();
        ({ id, payment_url: link } = await order());
      },
      async () => {
        const { claim } = await merchant.call(getPayerClaim, { params: { id } });
        const before = (await merchant.call(listAppeals, { query: { order_id: id } })).count;
        // A claim never stands without the receipt that came with it, nor an appeal without its claim.
        expect(claim === null ? 1 : claim.receipts.length).toBe(1);
        expect(before).toBeLessThanOrEqual(claim === null ? 0 : 1);
        seen[before > 0 ? 'appealed' : claim === null ? 'nothing' : 'claimed'] += 1;
        // Whoever heard nothing does it again.
        const again = await send(link, claimPayment, formOf({ sender_name: 'Иван', last_four: '1234' }, receipt));
        expect(again.status).toBe(claim === null ? 303 : 409);
        if (before === 0) await merchant.call(openAppealByClaim, { params: { id }, body: {} });
        const { results } = await merchant.call(listAppeals, { query: { order_id: id } });
        expect(results).toHaveLength(1);
        for (const side of [trader, merchant]) {
          const { desk } = await side.call(getAppeal, { params: { id: results[0]?.id ?? '' } });
          const files = desk?.steps.flatMap((step) => step.files) ?? [];
          expect(files).toHaveLength(1);
          expect(await kantor.request(files[0]?.url ?? '')).toMatchObject({ status: 200 });
        }
        const { rows } = await sql<{ kind: string; n: bigint }>`
          select kind, count(*) as n from outbox where object_id in (${id}, ${results[0]?.id ?? null}::uuid)
            and kind in ('order.claimed', 'order.appeal', 'appeal.open') group by 1 order by 1`.execute(kantor.db);
        expect(rows).toEqual(['appeal.open', 'order.appeal', 'order.claimed'].map((kind) => ({ kind, n: 1n })));
        expect(await checkFiles({ db: kantor.db, store: diskStore(folder) })).toMatchObject({ faults: [] });
        expect(await verify(kantor.db)).toEqual([]);
      },
    );
    expect(steps).toBeGreaterThan(9);
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
  },
);
