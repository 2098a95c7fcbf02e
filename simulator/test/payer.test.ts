import { expect, it } from 'vitest';
import type { BankAccount } from '@kantor/demo/bank-account.ts';
import { createRandom } from '@kantor/demo/random.ts';
import { readMessage } from '@kantor/server/src/modules/bank-messages/index.ts';
import { createBalances } from '../src/balances.ts';
import { type Conduct, type PayerProfile, readShares } from '../src/payer-profile.ts';
import { createPayers } from '../src/payer.ts';
import type { Claim } from '../src/payment-page.ts';
import type { Order } from '../src/shop.ts';

const QUICK = {
  payAfter: [1, 3],
  lateBy: [5, 10],
  repeatAfter: [1, 3],
  complaintShare: 1,
  complainAfter: [1, 3],
  claimShare: 1,
  receiptShare: 1,
} as const;

const order = (amount: bigint, expiresAt = new Date(Date.now() + 60_000)): Order => ({
  id: '01939c2f-0000-7000-8000-000000000000',
  external_id: 'SIM-1',
  status: 'ACTIVE',
  human_status: 'Активен',
  amount,
  conversion_rate: 1_000_000n,
  amount_in_usdt: 1n,
  fee_in_usdt: 0n,
  method: 'sbp',
  requisite: {
    bank_name: 'Сбербанк',
    fio: 'Ким Ян',
    phone: '+79990010101',
    bank_account: '40817810000000004417',
    last_4_digits_card: '',
  },
  created_at: new Date(),
  expires_at: expiresAt,
  paid_at: null,
  reversed_amount: null,
  reversed_at: null,
  reversal_reason: null,
  payer_id: null,
  metadata: {},
  payment_url: 'http://localhost/pay/AAAAAAAAAAAAAAAAAAAAAA',
});

/** Has an order paid by payers of one kind. @returns the phone's messages, cancellations and complaints. */
async function pay(conduct: Conduct, paid: Order) {
  const received: { account: BankAccount; kind: string; kopecks: bigint | undefined; at: number }[] = [];
  const phones = {
    deliver: (account: BankAccount, message: { application: string; text: string }) => {
      const { kind, kopecks } = readMessage(message);
      received.push({ account, kind, kopecks, at: Date.now() });
    },
  };
  const shares = readShares(`${conduct}=1`);
  if (shares === undefined) throw new Error('No such conduct');
  const profile: PayerProfile = { shares, ...QUICK };
  let cancelled = 0;
  const complaints: bigint[] = [];
  const claims: Claim[] = [];
  const { signal } = new AbortController();
  await createPayers({ phones, balances: createBalances(), signal, profile, random: createRandom(6) })(paid, {
    cancel: async () => void (cancelled += 1),
    complain: async (kopecks) => void complaints.push(kopecks),
    claim: async (claim) => void claims.push(claim),
  });
  return { received, cancelled, complaints, claims };
}

const AMOUNT = 1500_37n;

it('who pays, pays exactly, and the message comes to the phone of the requisite', async () => {
  const { received, cancelled, complaints, claims } = await pay('paid', order(AMOUNT));
  const account = { phone: '+79990010101', bank: 'Сбербанк', tail: '4417' };
  expect(received).toMatchObject([{ account, kind: 'income', kopecks: AMOUNT }]);
  expect([cancelled, complaints]).toEqual([0, []]);
  expect(claims).toEqual([{ hasReceipt: true }]);
});

it('a double is one income and its repeat', async () => {
  const { received } = await pay('double', order(AMOUNT));
  expect(received).toMatchObject([
    { kind: 'income', kopecks: AMOUNT },
    { kind: 'duplicate', kopecks: AMOUNT },
  ]);
});

it('who is late pays after the end, and complains', async () => {
  const end = new Date(Date.now() + 30);
  const { received, complaints } = await pay('late', order(AMOUNT, end));
  expect(received).toMatchObject([{ kind: 'income', kopecks: AMOUNT }]);
  expect(received[0]?.at).toBeGreaterThan(end.getTime());
  expect(complaints).toEqual([AMOUNT]);
});

it('who is wrong is so by a kopeck or a rouble, and complains with the true amount', async () => {
  const { received, complaints } = await pay('wrong', order(AMOUNT));
  const [{ kopecks = 0n } = {}] = received;
  expect([-100n, -1n, 1n, 100n]).toContain(kopecks - AMOUNT);
  expect(complaints).toEqual([kopecks]);
});

it('who never pays sends nothing; who changes their mind cancels', async () => {
  expect(await pay('never', order(AMOUNT))).toEqual({ received: [], cancelled: 0, complaints: [], claims: [] });
  expect(await pay('cancelled', order(AMOUNT))).toEqual({ received: [], cancelled: 1, complaints: [], claims: [] });
});
