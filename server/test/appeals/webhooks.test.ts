import { getMerchantAppeal } from '@kantor/contract/wire/merchant-appeals.ts';
import { updateWebhookEndpoint } from '@kantor/contract/wire/webhooks.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { fanOutAll } from '../support/outbox-reading.ts';
import { COMMENT, type Shown, test } from './fixture.ts';

interface Told {
  type: string;
  data: Shown & { reason: string | null };
}

test("each step of an appeal is told to the merchant's server as it was then, however late that is", async ({
  kantor,
  appealFor,
}) => {
  const { id, merchant, take } = await appealFor();
  await merchant.call(updateWebhookEndpoint, { body: { url: 'https://shop.example/hooks', is_active: true } });
  await take.refuse();
  await take.contest();
  await take.refuse();
  await take.escalate('merchant');
  await take.split('750');
  // Told only now, when all of it is over.
  await fanOutAll(kantor);
  const { rows } = await sql<{ body: string }>`
    select body from webhook where object_id = ${id} order by merchant_seq`.execute(kantor.db);
  const told = rows.map(({ body }) => JSON.parse(body) as Told);
  const seen = told.map(({ type, data: { status, stage, round, steps } }) => {
    const last = steps.at(-1);
    return [type, status, stage, round, last?.step, last?.reason ?? last?.comment, steps.length];
  });
  expect(seen).toEqual([
    ['appeal.open', 'OPEN', 'trader', 1, 'open', null, 1],
    ['appeal.declined', 'OPEN', 'merchant', 1, 'decline', 'not_received', 2],
    ['appeal.contested', 'OPEN', 'trader', 2, 'contest', COMMENT, 3],
    ['appeal.declined', 'OPEN', 'merchant', 2, 'decline', 'not_received', 4],
    ['appeal.escalated', 'OPEN', 'operator', 2, 'escalate', null, 5],
    ['appeal.processed', 'PROCESSED', null, 2, 'split', 'пополам', 6],
  ]);
  // The last one says what the merchant reads by the API.
  expect(told.at(-1)?.data).toEqual(await merchant.api.call(getMerchantAppeal, { params: { id } }));
});
