import { randomUUID } from 'node:crypto';
import { listApiKeys, revokeApiKey } from '@kantor/contract/wire/api-keys.ts';
import { login, logout, switchAccount } from '@kantor/contract/wire/auth.ts';
import { getMerchantPayout } from '@kantor/contract/wire/merchant-payouts.ts';
import { createPayout, getPayout, takePayout, uploadPayoutPhoto } from '@kantor/contract/wire/payouts.ts';
import { describe, expect } from 'vitest';
import { transaction } from '../../src/db/tx.ts';
import { MINUTE, SECOND } from '../../src/kernel/clock.ts';
import { addMember } from '../../src/modules/people/index.ts';
import { freshKantorTest } from '../support/fixtures.ts';
import { PASSWORD } from '../support/people.ts';
import { png } from '../support/uploads.ts';

// A link needs no token, so it ends with what it was given to.

const test = freshKantorTest
  .extend('trader', ({ kantor }) => kantor.createTrader({ payoutEnable: true }))
  .extend('merchant', async ({ kantor }) => {
    const merchant = await kantor.createMerchant({ payoutEnable: true });
    await kantor.fund(merchant.id, '100');
    return merchant;
  })
  /** A payout with a photo. */
  .extend('params', async ({ trader, merchant }) => {
    const body = { amount: 100, fio: 'Имя', is_sbp: true, phone: '+79995554433' };
    const { id } = await merchant.call(createPayout, { body });
    await trader.call(takePayout, { params: { id } });
    await trader.call(uploadPayoutPhoto, { params: { id }, file: await png('чек.png') });
    return { id };
  })
  .extend(
    'open',
    ({ kantor }) =>
      async (url = '') =>
        (await kantor.app.inject(url)).statusCode,
  )
  /** Longer than a server remembers the state of a session. */
  .extend(
    'passCaches',
    ({ kantor }) =>
      () =>
        kantor.pass(5 * SECOND),
  );

describe('A link ends', () => {
  test('with the block of its reader', async ({ kantor, trader, merchant, params, open, passCaches }) => {
    const { photo } = await trader.call(getPayout, { params });
    const byKey = await merchant.api.call(getMerchantPayout, { params });
    expect([await open(photo?.url), await open(byKey.photo?.url)]).toEqual([200, 200]);
    await kantor.cli('block', trader.username);
    await kantor.cli('block', merchant.username);
    passCaches();
    expect([await open(photo?.url), await open(byKey.photo?.url)]).toEqual([404, 404]);
  });

  test('with a new password of its reader', async ({ kantor, trader, params, open, passCaches }) => {
    const { photo } = await trader.call(getPayout, { params });
    await kantor.cli('set-password', trader.username);
    passCaches();
    expect(await open(photo?.url)).toBe(404);
  });

  test('with the session of its reader, and no other', async ({ kantor, trader, params, open }) => {
    const body = { username: trader.username, password: PASSWORD };
    const { access, refresh } = await kantor.guest.call(login, { body });
    const here = await kantor.clientWith(access).call(getPayout, { params });
    const elsewhere = await trader.call(getPayout, { params });
    await kantor.guest.call(logout, { body: { refresh } });
    expect(await open(here.photo?.url)).toBe(404);
    expect(await open(elsewhere.photo?.url)).toBe(200);
  });

  test('when its reader goes on in another of their accounts, until they are back', async ({
    kantor,
    trader,
    merchant,
    params,
    open,
  }) => {
    // Whoever signs in is in their first account.
    kantor.pass(1);
    await transaction(kantor.db, (tx) =>
      addMember(tx, { accountId: merchant.id, personId: trader.personId }, 'owner', kantor.clock()),
    );
    const pair = await kantor.guest.call(login, { body: { username: trader.username, password: PASSWORD } });
    const here = await kantor.clientWith(pair.access).call(getPayout, { params });
    const goTo = (account: string, { access, refresh }: typeof pair) =>
      kantor.clientWith(access).call(switchAccount, { body: { account, refresh } });
    const there = await goTo(merchant.id, pair);
    expect(await open(here.photo?.url)).toBe(404);
    // The account that it names is signed.
    expect(await open(here.photo?.url.replace(trader.id, merchant.id))).toBe(404);
    const asMerchant = await kantor.clientWith(there.access).call(getPayout, { params });
    expect(await open(asMerchant.photo?.url)).toBe(200);
    await goTo(trader.id, there);
    expect([await open(asMerchant.photo?.url), await open(here.photo?.url)]).toEqual([404, 200]);
  });

  test('with the API key that asked for it', async ({ merchant, params, open }) => {
    const { photo } = await merchant.api.call(getMerchantPayout, { params });
    expect(await open(photo?.url)).toBe(200);
    for (const { id } of (await merchant.call(listApiKeys)).results)
      await merchant.call(revokeApiKey, { params: { id } });
    expect(await open(photo?.url)).toBe(404);
  });

  test('after ten minutes', async ({ kantor, trader, params, open }) => {
    const { photo } = await trader.call(getPayout, { params });
    kantor.pass(10 * MINUTE);
    expect(await open(photo?.url)).toBe(200);
    kantor.pass(1);
    expect(await open(photo?.url)).toBe(404);
  });
});

test('A link can be given to nobody else', async ({ kantor, trader, params, open }) => {
  const { photo } = await trader.call(getPayout, { params });
  const url = photo?.url ?? '';
  const session = /session=([\w-]+)/.exec(url)?.[1] ?? '';
  expect(session).not.toBe('');
  // One who is signed in as well cannot take it over for when its own session ends.
  const { access } = await kantor.guest.call(login, { body: { username: trader.username, password: PASSWORD } });
  const elsewhere = (await kantor.clientWith(access).call(getPayout, { params })).photo?.url ?? '';
  const other = /session=([\w-]+)/.exec(elsewhere)?.[1] ?? '';
  for (const forged of [
    url.replace(session, other),
    url.replace(session, randomUUID()),
    url.replace(`session=${session}&`, ''),
    url.replace(/account=[\w-]+&/, ''),
    url.replace('session=', 'key='),
    `${url}&key=${session}`,
    url.replace('expires=', 'expires=9'),
    url.replace(/signature=.*/, 'signature='),
  ]) {
    expect(await open(forged)).toBe(404);
  }
  expect(await open(url)).toBe(200);
});
