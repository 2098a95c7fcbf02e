import { API_BASE } from '@kantor/contract/plain/routes.ts';
import { getSupport } from '@kantor/contract/wire/auth.ts';
import { expect } from 'vitest';
import { buildApi } from '../../src/app/build-api.ts';
import { kantorTest as test } from '../support/fixtures.ts';
import { createTestClient } from '../support/test-client.ts';

test('Anyone learns how the owner says the operator is reached', async ({ kantor, onTestFinished }) => {
  const { db, clock, settings } = kantor;
  const supportContact = '<b>@kantor</b> & co';
  const app = await buildApi({ db, clock, settings: { ...settings, supportContact } });
  onTestFinished(() => app.close());
  expect(await createTestClient(app, API_BASE).call(getSupport)).toEqual({ contact: supportContact });
  expect(await kantor.guest.call(getSupport)).toEqual({ contact: null });
});
