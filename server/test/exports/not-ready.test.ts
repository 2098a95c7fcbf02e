import { createHmac } from 'node:crypto';
import { createExport, getExport, stopExport } from '@kantor/contract/wire/exports.ts';
import {
  createMerchantExport,
  getMerchantExport,
  getMerchantExportFile,
  stopMerchantExport,
} from '@kantor/contract/wire/merchant-exports.ts';
import { EXPORT_FILE_PATH } from '@kantor/contract/plain/export-routes.ts';
import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { after, DAY, HOUR, SECOND } from '../../src/kernel/clock.ts';
import { deriveKey } from '../../src/kernel/derive-key.ts';
import { freshKantorTest as test } from '../support/fixtures.ts';
import { JWT_SECRET, type Kantor } from '../support/kantor.ts';
import type { Person } from '../support/people.ts';
import { createRunner, follow, longList } from './fixture.ts';

const NOT_READY = { code: 'export_not_ready', detail: 'Файл ещё готовится: заберите его, когда он будет готов' };

/** The link that a file of somebody will have, made before it has it. */
async function linkBefore(kantor: Kantor, person: Person, id: string): Promise<string> {
  const { rows } = await sql<{ session: string }>`
    select id as session from session where person_id = ${person.personId} order by id desc limit 1`.execute(kantor.db);
  const { session = '' } = rows[0] ?? {};
  const expires = String(after(kantor.clock(), HOUR).getTime());
  const signature = createHmac('sha256', deriveKey(Buffer.from(JWT_SECRET), 'export link'))
    .update([`export/${id}`, session, person.id, expires].join('/'))
    .digest('base64url');
  const query = new URLSearchParams({ expires, session, account: person.id, signature });
  return `${API_BASE}${EXPORT_FILE_PATH.replace(':id', id)}?${query.toString()}`;
}

test('a server that asks for its file too early is told to wait, not that there is none; nor is another', async ({
  kantor,
}) => {
  const [merchant, other] = [await kantor.createMerchant(), await kantor.createMerchant()];
  const { id } = await merchant.api.call(createMerchantExport, { body: { list: 'orders' } });
  const params = { id };
  const refused = await merchant.api.refusal(getMerchantExportFile, { params });
  expect([refused.status, refused.problem]).toMatchObject([409, NOT_READY]);
  // To others, and while it is nobody's, it is nothing as before.
  expect((await other.api.refusal(getMerchantExportFile, { params })).status).toBe(404);
  await createRunner(kantor).turn();
  expect(await merchant.api.call(getMerchantExport, { params })).toMatchObject({ state: 'done' });
  expect((await merchant.api.raw(getMerchantExportFile, { params })).status).toBe(200);
  kantor.pass(DAY + SECOND);
  expect((await merchant.api.refusal(getMerchantExportFile, { params })).status).toBe(404);
  const stopped = await merchant.api.call(createMerchantExport, { body: { list: 'orders' } });
  await merchant.api.call(stopMerchantExport, { params: { id: stopped.id } });
  expect((await merchant.api.refusal(getMerchantExportFile, { params: { id: stopped.id } })).status).toBe(404);
});

test('the same of a person’s link; a forged one tells nothing', async ({ kantor }) => {
  const trader = await longList(kantor);
  const { id } = await trader.call(createExport, { body: { list: 'pings' } });
  const link = await linkBefore(kantor, trader, id);
  const early = await follow(kantor, link);
  expect([early.status, JSON.parse(early.text)]).toMatchObject([409, NOT_READY]);
  expect(
    (
      await follow(
        kantor,
        link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      )
    ).status,
  ).toBe(404);
  await createRunner(kantor).turn();
  expect(await trader.call(getExport, { params: { id } })).toMatchObject({ state: 'done' });
  expect((await follow(kantor, link)).status).toBe(200);
  const second = await trader.call(createExport, { body: { list: 'pings' } });
  await trader.call(stopExport, { params: { id: second.id } });
  expect((await follow(kantor, await linkBefore(kantor, trader, second.id))).status).toBe(404);
});
