import { expect, it } from 'vitest';
import { createRandom } from '../../server/src/app/seed/random.ts';
import { readMessage } from '../../server/src/modules/bank-messages/index.ts';
import { type Account, openBook } from '../src/accounts.ts';
import { type Fate, type Habits, readShares } from '../src/habits.ts';
import { createPayers, type Order } from '../src/payments.ts';

const QUICK = { patience: [1, 3], lateness: [5, 10], repeat: [1, 3], complaints: 1, grudge: [1, 3] } as const;

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
});

/** Serves an order to payers of one kind. @returns what the phone heard of it, and whether the order was cancelled, and complaints. */
async function serve(fate: Fate, served: Order) {
  const heard: { account: Account; kind: string; kopecks: bigint | undefined; at: number }[] = [];
  const phones = {
    hear: (account: Account, message: { application: string; text: string }) => {
      const { kind, kopecks } = readMessage(message);
      heard.push({ account, kind, kopecks, at: Date.now() });
    },
  };
  const shares = readShares(`${fate}=1`);
  if (shares === undefined) throw new Error('No such fate');
  const habits: Habits = { shares, ...QUICK };
  let cancelled = 0;
  const complaints: bigint[] = [];
  const { signal } = new AbortController();
  await createPayers({ phones, book: openBook(), signal, habits, random: createRandom(6) })(served, {
    cancel: async () => void (cancelled += 1),
    complain: async (paid) => void complaints.push(paid),
  });
  return { heard, cancelled, complaints };
}

const AMOUNT = 1500_37n;

it('who pays, pays exactly, and the message comes to the phone of the requisite', async () => {
  const { heard, cancelled, complaints } = await serve('paid', order(AMOUNT));
  const account = { phone: '+79990010101', bank: 'Сбербанк', tail: '4417' };
  expect(heard).toMatchObject([{ account, kind: 'income', kopecks: AMOUNT }]);
  expect([cancelled, complaints]).toEqual([0, []]);
});

it('a double is one income and its repeat', async () => {
  const { heard } = await serve('double', order(AMOUNT));
  expect(heard).toMatchObject([
    { kind: 'income', kopecks: AMOUNT },
    { kind: 'duplicate', kopecks: AMOUNT },
  ]);
});

it('who is late pays after the end, and complains', async () => {
  const end = new Date(Date.now() + 30);
  const { heard, complaints } = await serve('late', order(AMOUNT, end));
  expect(heard).toMatchObject([{ kind: 'income', kopecks: AMOUNT }]);
  expect(heard[0]?.at).toBeGreaterThan(end.getTime());
  expect(complaints).toEqual([AMOUNT]);
});

it('who is wrong is so by a kopeck or a rouble, and complains that he paid what he paid', async () => {
  const { heard, complaints } = await serve('wrong', order(AMOUNT));
  const [{ kopecks = 0n } = {}] = heard;
  expect([-100n, -1n, 1n, 100n]).toContain(kopecks - AMOUNT);
  expect(complaints).toEqual([kopecks]);
});

it('who never pays is not heard of; who changes his mind cancels', async () => {
  expect(await serve('never', order(AMOUNT))).toEqual({ heard: [], cancelled: 0, complaints: [] });
  expect(await serve('cancelled', order(AMOUNT))).toEqual({ heard: [], cancelled: 1, complaints: [] });
});
