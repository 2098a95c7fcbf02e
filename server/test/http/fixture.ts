import { acceptProposal } from '@kantor/contract/plain/platform-actions.ts';
import { endSignIn } from '@kantor/contract/plain/account-routes.ts';
import { KEY_SCOPES } from '@kantor/contract/plain/api-keys.ts';
import { setServerWithdrawals } from '@kantor/contract/wire/api-keys.ts';
import { changeView, saveView } from '@kantor/contract/wire/views.ts';
import { addPushBrowser, removeAlertChannel } from '@kantor/contract/wire/alerts.ts';
import { listSignIns } from '@kantor/contract/wire/security.ts';
import { test as base } from '../support/fixtures.ts';
import type { Kantor } from '../support/kantor.ts';
import { fanOutAll } from '../support/outbox-reading.ts';
import type { Merchant, Person, Trader } from '../support/people.ts';
import { Browser } from '../alerts/push-service.ts';
import { createObjects, kindOf } from './objects.ts';

/** People of each role with an object of each kind, and strangers of each role, whose none of them is. */
export const test = base
  .extend('trader', { scope: 'file' }, ({ kantor }) => kantor.createTrader({ payoutEnable: true }))
  .extend('merchant', { scope: 'file' }, ({ kantor }) => createShop(kantor))
  /** Makes an object of each kind, also of those of people. */
  .extend(
    'make',
    { scope: 'file' },
    ({ kantor }) =>
      (trader: Trader, merchant: Merchant) =>
        makeObjects(kantor, trader, merchant),
  )
  .extend('objects', { scope: 'file' }, ({ make, trader, merchant }) => make(trader, merchant))
  .extend('people', { scope: 'file' }, ({ trader, merchant, operator }) => ({ trader, merchant, operator }))
  .extend('strangers', { scope: 'file' }, async ({ kantor }) => ({
    trader: await kantor.createTrader({ payoutEnable: true }),
    merchant: await createShop(kantor),
    operator: await kantor.createOperator(),
  }));

/** A merchant whose server may do whatever one may. */
export async function createShop(kantor: Kantor): Promise<Merchant> {
  const shop = await kantor.createMerchant({ payoutEnable: true, scopes: KEY_SCOPES });
  await shop.call(setServerWithdrawals, { body: { is_on: true } });
  return shop;
}

async function makeObjects(kantor: Kantor, trader: Trader, merchant: Merchant): Promise<Record<string, string>> {
  const objects = await createObjects({ ...kantor, fanOut: () => fanOutAll(kantor) }, trader, merchant);
  const signIn = (await trader.call(listSignIns)).results[0]?.id ?? '';
  const channel = await alertChannelOf(trader);
  const view = await viewOf(trader);
  const said = await kantor.cli(
    ...['adjust', merchant.username, '+1', '--account', 'available', '--text', 'bonus', '--by'],
    (await kantor.createOperator()).username,
  );
  const proposal = /^Proposed (\S+):/.exec(said)?.[1] ?? '';
  return {
    ...objects,
    [kindOf(endSignIn)]: signIn,
    [kindOf(removeAlertChannel)]: channel,
    [kindOf(changeView)]: view,
    [kindOf(acceptProposal.carryOut)]: proposal,
  };
}

/** Has a person's browser called. @returns what it is unlinked by. */
export async function alertChannelOf(person: Person): Promise<string> {
  const { subscription } = new Browser(`https://push.example/${person.personId}`);
  return (await person.call(addPushBrowser, { body: subscription })).id;
}

/** Has a person name a view of a list that everybody sees. @returns its id. */
export async function viewOf(person: Person): Promise<string> {
  return (await person.call(saveView, { body: { list: 'orders', name: 'Вид', query: '', is_shared: false } })).id;
}
