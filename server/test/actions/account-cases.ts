import { createInvitation, revokeInvitation } from '@kantor/contract/wire/members.ts';
import * as accounts from '@kantor/contract/wire/platform/account-actions.ts';
import { getPlatformAccount } from '@kantor/contract/wire/platform/accounts.ts';
import * as members from '@kantor/contract/wire/platform/member-actions.ts';
import { archiveRequisite } from '@kantor/contract/wire/requisites.ts';
import { PLATFORM_ACCOUNT } from '../../src/kernel/platform.ts';
import type { Market } from '../commands/fixture.ts';
import type { Merchant } from '../support/people.ts';
import { setUpTotp } from '../support/second-factors.ts';
import { anyCalls, type Case, newNumber, proposed } from './case.ts';

const onAccount = (
  calls: object,
  fields: Record<string, unknown>,
  meanwhile: (market: Pick<Market, 'run' | 'merchant'>) => Promise<unknown>,
): Case => ({
  calls: anyCalls(calls),
  make: async (market) => {
    const merchant = await market.kantor.createMerchant();
    return { id: merchant.id, fields, meanwhile: () => meanwhile({ ...market, merchant }) };
  },
});

/** A trader, and the account of another. */
async function claimed({ kantor }: Market) {
  const [holder, trader] = [await kantor.createTrader(), await kantor.createTrader()];
  const bankAccount = String(40_817_810_000_000_000_000n + BigInt(newNumber()));
  const requisite = await kantor.createRequisite(holder.id, { bankAccount });
  return {
    trader,
    id: trader.id,
    fields: { bank_account: bankAccount },
    // It is nobody's any more: the next one to have it is another.
    meanwhile: async () => {
      await holder.call(archiveRequisite, { params: { id: requisite } });
      await kantor.createRequisite((await kantor.createTrader()).id, { bankAccount });
    },
  };
}

/** A trader who was allowed the account of another. */
async function permitted(market: Market) {
  const { trader, fields, ...rest } = await claimed(market);
  await market.run('allow-account', trader.username, '--account', fields.bank_account);
  const page = await (await market.kantor.createOperator()).call(getPlatformAccount, { params: { id: trader.id } });
  return { ...rest, fields: { permit: page.permits[0]?.id } };
}

const onInvitation = (calls: object): Case => ({
  calls: anyCalls(calls),
  make: async ({ kantor }) => {
    const merchant = await kantor.createMerchant();
    const { id } = await merchant.call(createInvitation, { body: { role: 'viewer' } });
    return { id, object: merchant.id, meanwhile: () => merchant.call(revokeInvitation, { params: { id } }) };
  },
});

/** About a member of a merchant who is not its owner. */
const onMember = (calls: object, fields: Record<string, unknown>): Case => ({
  calls: anyCalls(calls),
  make: async ({ kantor, run }) => {
    const merchant = await kantor.createMerchant();
    const { personId: person, username } = await kantor.createMember(merchant.id, 'support');
    return {
      id: merchant.id,
      fields: { person, ...fields },
      meanwhile: () => run('set-member-role', merchant.username, username, '--role', 'developer'),
    };
  },
});

const onPerson = (
  calls: object,
  fields: Record<string, unknown>,
  meanwhile: (market: Market, username: string) => Promise<unknown>,
  before: (market: Market, person: Merchant) => Promise<unknown> = async () => undefined,
  object?: string,
): Case => ({
  calls: anyCalls(calls),
  make: async (market) => {
    const merchant = await market.kantor.createMerchant();
    await before(market, merchant);
    const about = object === undefined ? {} : { object };
    return { id: merchant.personId, fields, ...about, meanwhile: () => meanwhile(market, merchant.username) };
  },
});

/** About somebody who works for the platform. */
const onStaff = (
  calls: object,
  fields: Record<string, unknown>,
  meanwhile: (market: Market, username: string) => Promise<unknown>,
  before: (market: Market, username: string) => Promise<unknown> = async () => undefined,
): Case => ({
  calls: anyCalls(calls),
  make: async (market) => {
    const { personId: id, username } = await market.kantor.createMember(PLATFORM_ACCOUNT, 'support');
    await before(market, username);
    return { id, fields, meanwhile: () => meanwhile(market, username) };
  },
});

const block = ({ run }: Market, username: string) => run('block', username, '--person');

/** Actions about an account, and about people in it. */
export const ACCOUNT_CASES: Record<string, Case> = {
  createAccount: {
    calls: anyCalls(accounts.createAccount),
    make: async (market) => {
      const username = `made-${newNumber()}`;
      const fields = { role: 'merchant', username, basis_points: 100 };
      return { fields, object: 'new', meanwhile: () => market.run('create-trader', username) };
    },
  },
  setFees: onAccount(accounts.setFees, { basis_points: 150 }, ({ run, merchant: { username } }) =>
    run('set-fees', username, '--fee-bp', '77'),
  ),
  setLimits: onAccount(accounts.setLimits, { active_orders: 7 }, ({ run, merchant: { username } }) =>
    run('set-limits', username, '--active-orders', '9'),
  ),
  blockAccount: onAccount(accounts.blockAccount, { reason: 'Проверка' }, ({ run, merchant: { username } }) =>
    run('block', username),
  ),
  unblockAccount: {
    calls: anyCalls(accounts.unblockAccount),
    make: async (market) => {
      const { id, username } = await market.kantor.createMerchant();
      await market.run('block', username);
      return { id, fields: { reason: 'Проверено' }, meanwhile: () => market.run('unblock', username) };
    },
  },
  allowAccount: { calls: anyCalls(accounts.allowAccount), make: claimed },

  disallowAccount: {
    calls: anyCalls(accounts.disallowAccount),
    make: permitted,
  },
  inviteMember: onAccount(members.inviteMember, { role: 'finance' }, ({ merchant }) =>
    merchant.call(createInvitation, { body: { role: 'viewer' } }),
  ),
  revokeInvitation: onInvitation(members.revokeInvitation),
  addMember: {
    calls: anyCalls(members.addMember),
    make: async ({ kantor, run }) => {
      const { id, username: account } = await kantor.createMerchant();
      const username = `member-${newNumber()}`;
      return {
        id,
        fields: { username, role: 'support' },
        meanwhile: () => run('add-member', account, username, '--role', 'viewer'),
      };
    },
  },
  setMemberRole: onMember(members.setMemberRole, { role: 'finance' }),
  removeMember: onMember(members.removeMember, {}),
  setPassword: onPerson(members.setPassword, {}, ({ run }, username) => run('set-password', username)),
  blockPerson: onPerson(members.blockPerson, { reason: 'Проверка' }, block),
  unblockPerson: onPerson(
    members.unblockPerson,
    { reason: 'Проверено' },
    ({ run }, username) => run('unblock', username, '--person'),
    (market, { username }) => block(market, username),
  ),
  setStaffPassword: onStaff(members.setStaffPassword, {}, ({ run }, username) => run('set-password', username)),
  blockStaff: onStaff(members.blockStaff, { reason: 'Проверка' }, block),
  unblockStaff: onStaff(
    members.unblockStaff,
    { reason: 'Проверено' },
    ({ run }, username) => run('unblock', username, '--person'),
    block,
  ),
  restoreSecondFactor: onPerson(
    members.restoreSecondFactor,
    { reason: 'По телефону, по договору' },
    (market, username) => proposed(market, ['restore-second-factor', username, '--reason', 'По договору']),
    ({ kantor }, person) => setUpTotp(kantor, person),
    'new',
  ),
};
