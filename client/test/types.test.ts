import { MERCHANT_API_BASE } from '@kantor/contract/plain/merchant-routes.ts';
import { kantorTest as test } from '@kantor/server/test/support/fixtures.ts';
import { expect } from 'vitest';
import { type Described, typesOf } from './support/types.ts';

test('the types are those of the description: `npx vitest run client/test/types.test.ts -u` writes them anew', async ({
  kantor,
}) => {
  const { body } = await kantor.request<Described>(`${MERCHANT_API_BASE}/openapi.json`);
  await expect(typesOf(body)).toMatchFileSnapshot('../src/types.ts');
});
