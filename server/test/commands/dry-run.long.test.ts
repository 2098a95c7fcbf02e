import { setUpTotp } from '../support/second-factors.ts';
import { describe, expect } from 'vitest';
import { buildProgram } from '../../src/app/commands/program.ts';
import { HASH, type Market, test } from './fixture.ts';

/** Commands that only look; one keeps a moment, and two write anew what is there already: they change nothing that was told. */
const LOOKING = new Set(
  `rates wallets withdrawals appeals payouts payout-looks balances verify webhooks audit requisite-history order
  allowed-accounts proposals members backed-up recount rotate-secret`.split(/\s+/),
);

const program = () =>
  buildProgram({
    withDatabase: () => Promise.reject(new Error('Not to be run')),
    print: () => undefined,
    clock: () => new Date(),
    osUser: '',
    filePlace: () => ({ dataDir: '' }),
    depositKey: () => undefined,
    reversalDays: () => 30,
    secondOperatorAbove: () => 0n,
    chainNode: () => undefined,
    readPassword: () => Promise.reject(new Error('Not to be asked')),
    secrets: () => new Uint8Array(32),
    rates: () => {
      throw new Error('Not to be asked');
    },
  });
const changing = program().commands.filter((command) => !LOOKING.has(command.name()));

const operator = async ({ kantor }: Market) => (await kantor.createOperator()).username;

/** A closed order of more than 1 000 roubles. */
async function closed({ appeal, run }: Market): Promise<string> {
  const { id, orderId } = await appeal('1000');
  await run('confirm-appeal', id);
  return orderId;
}

/** An adjustment of +1 that waits. */
async function proposal(market: Market): Promise<string> {
  const said = await market.run(
    ...['adjust', market.merchant.username, '+1', '--account', 'available', '--text', 'bonus'],
    ...['--by', await operator(market)],
  );
  return /^Proposed (\S+):/.exec(said)?.[1] ?? '';
}

/** The arguments of each command, and the lines of its effect. */
const changes: Record<string, { args: (market: Market) => Promise<string[]>; tells: (string | RegExp)[] }> = {
  'create-trader': {
    args: async () => ['petya', '--reward-bp', '300', '--payout'],
    tells: ['create account petya:', 'role: — → trader', 'reward_bp: — → 300', 'payout_enable: — → true'],
  },
  'create-merchant': {
    args: async () => ['lavka', '--fee-bp', '600'],
    tells: ['create account lavka:', 'fee_bp: — → 600', 'api_keys: — → 1'],
  },
  'add-member': {
    args: async ({ merchant }) => [merchant.username, 'masha', '--role', 'developer'],
    tells: ['create members', 'member: — → masha', 'role: — → developer'],
  },
  'set-member-role': {
    args: async ({ kantor, merchant }) => {
      const { username } = await kantor.createMember(merchant.id, 'viewer');
      return [merchant.username, username, '--role', 'support'];
    },
    tells: ['change members', 'role: viewer → support'],
  },
  'remove-member': {
    args: async ({ kantor, merchant }) => {
      const { username } = await kantor.createMember(merchant.id, 'viewer');
      return [merchant.username, username];
    },
    tells: ['change members', 'role: viewer → —'],
  },
  'create-operator': {
    args: async () => ['olga'],
    tells: ['create person olga:', 'role: — → operator', 'member_role: — → operator'],
  },
  'set-fees': {
    args: async ({ merchant }) => [merchant.username, '--fee-bp', '700'],
    tells: ['change account merchant-2:', 'fee_bp: 500 → 700'],
  },
  'set-limits': {
    args: async ({ merchant }) => [merchant.username, '--active-orders', '9'],
    tells: ['change account merchant-2:', 'active_orders: none → 9'],
  },
  'set-password': { args: async ({ trader }) => [trader.username], tells: ['password: — → changed'] },
  'disallow-account': {
    args: async ({ kantor, run }) => {
      const { username } = await kantor.createTrader();
      await run('allow-account', username, '--account', '40817810000000009905');
      return [username, '--account', '40817810000000009905'];
    },
    tells: [/change account trader-\d+:/, /account: •9905 → —/],
  },
  'allow-account': {
    args: async ({ requisiteId, other }) => [other.username, '--of', requisiteId],
    tells: ['change account trader-3:', /account: — → •\d{4}/, 'account_claimed_by: — → trader-1', /phone: — → •\d{4}/],
  },
  deposit: {
    args: async (market) => ['--by', await operator(market), market.trader.username, '5.5', '--reference', 'tx 1'],
    tells: [
      'change account trader-1:',
      /trader-1\.available_usdt: \d+\.\d{6} → \d+\.\d{6}/,
      'reference: — → tx 1',
      'platform.on_chain_usdt_moved: — → +5.500000',
    ],
  },
  'set-rate': {
    args: async () => ['101'],
    tells: ['change rate in force:', 'rate: 100.0000 → 101.0000', 'source: test → operator'],
  },
  'decline-rate': {
    args: async ({ propose }) => [await propose(60_0000n)],
    tells: [/change rate_proposal \d+:/, 'status: WAITING → DECLINED'],
  },
  'accept-rate': {
    args: async ({ propose }) => [await propose(130_0000n)],
    tells: ['status: WAITING → ACCEPTED', 'rate: 101.0000 → 130.0000', 'source: operator → rates.example'],
  },
  'close-withdrawal': {
    args: async (market) => ['--by', await operator(market), await market.withdraw(), '--hash', HASH],
    tells: [
      'status: OPEN → CLOSED',
      `transaction_hash: — → ${HASH}`,
      'merchant-2.held_usdt: 300.000000 → 0.000000',
      'platform.on_chain_usdt_moved: — → -300.000000',
    ],
  },
  'send-withdrawal': {
    args: async ({ withdraw }) => [await withdraw()],
    tells: [/change withdrawal [0-9a-f-]{36}:/, /sending_by: — → (tester@here|Анна)/, /sending_at: — → 2026-/],
  },
  'reject-withdrawal': {
    args: async ({ withdraw }) => [await withdraw(), '--reason', 'Адрес биржи'],
    tells: [
      'status: OPEN → CLOSED',
      'outcome: — → REJECTED',
      'rejected_reason: — → Адрес биржи',
      /merchant-2\.held_usdt: \d+\.\d{6} → \d+\.\d{6}/,
      /merchant-2\.available_usdt: \d+\.\d{6} → \d+\.\d{6}/,
    ],
  },
  'allow-wallet': {
    args: async ({ waitingWallet }) => [await waitingWallet()],
    tells: [/change wallet [0-9a-f-]{36}:/, /usable_at: 2026-.+ → 2026-/],
  },
  'resend-webhook': {
    args: async ({ deliveredWebhook }) => [await deliveredWebhook()],
    tells: [/change webhook [0-9a-f-]{36}:/, 'status: DELIVERED → PENDING', /next_attempt_at: — → 20/],
  },
  'confirm-appeal': {
    args: async ({ appeal }) => [(await appeal()).id, '--amount', '650'],
    tells: [
      'status: OPEN → PROCESSED',
      'paid_rub: — → 650.00',
      'order_status: APPEAL → CLOSED',
      /order_held_usdt: \d+\.\d{6} → 0\.000000/,
      /merchant-2\.available_usdt: \d+\.\d{6} → \d+\.\d{6}/,
      'platform.revenue_usdt_moved: — → +0.250000',
    ],
  },
  'split-appeal': {
    args: async ({ appeal }) => [(await appeal('1000')).id, '--amount', '400', '--comment', 'half came'],
    tells: ['paid_rub: — → 400.00', 'comment: — → half came'],
  },
  'reverse-order': {
    args: async (market) => [
      '--by',
      await operator(market),
      await closed(market),
      '--amount',
      '100',
      '--reason',
      'ошибка',
    ],
    tells: [
      /change correction [0-9a-f-]{36}:/,
      'status: — → WAITING',
      /what: — → reverse 100\.00 RUB of order [0-9a-f-]{36}/,
      'reason: — → ошибка',
      /on_acceptance\.merchant-2\.available_usdt: \d+\.\d{6} → \d+\.\d{6}/,
      /on_acceptance\.trader-1\.available_usdt: \d+\.\d{6} → \d+\.\d{6}/,
      /on_acceptance\.trader-1\.earned_usdt: \d+\.\d{6} → \d+\.\d{6}/,
      /on_acceptance\.platform\.revenue_usdt_moved: — → -0\.0\d{5}/,
    ],
  },
  adjust: {
    args: async (market) => [
      ...['--by', await operator(market), '--account', 'available', '--text', 'counted twice'],
      ...[market.trader.username, '-2.5'],
    ],
    tells: [
      'what: — → adjust available of trader-1 by -2.500000 USDT, against revenue',
      /on_acceptance\.trader-1\.available_usdt: \d+\.\d{6} → \d+\.\d{6}/,
      'on_acceptance.platform.revenue_usdt_moved: — → +2.500000',
    ],
  },
  'restore-second-factor': {
    args: async (market) => {
      const person = await market.kantor.createTrader();
      await setUpTotp(market.kantor, person);
      return ['--by', await operator(market), person.username, '--reason', 'Seen in person'];
    },
    tells: [/change correction [0-9a-f-]{36}:/, /what: — → take the second factors off trader-\d+/],
  },
  accept: {
    args: async (market) => ['--by', await operator(market), await proposal(market)],
    tells: [
      /change correction [0-9a-f-]{36}:/,
      'status: WAITING → ACCEPTED',
      /merchant-2\.available_usdt: \d+\.\d{6} → \d+\.\d{6}/,
      'platform.revenue_usdt_moved: — → -1.000000',
    ],
  },
  'withdraw-proposal': {
    args: async (market) => ['--by', await operator(market), await proposal(market)],
    tells: [
      'status: WAITING → WITHDRAWN',
      'what: — → adjust available of merchant-2 by +1.000000 USDT, against revenue',
    ],
  },
  'decline-appeal': {
    args: async ({ appeal }) => [(await appeal()).id],
    tells: ['status: OPEN → CLOSED', 'order_status: APPEAL → ACTIVE'],
  },
  'free-payout': {
    args: async ({ payoutInWork }) => [await payoutInWork()],
    tells: [/change payout [0-9a-f-]{36}:/, 'status: IN_WORK → OPEN', /trader: trader-\d+ → —/],
  },
  'decide-payout': {
    args: async ({ payoutInWork }) => [await payoutInWork(), '--for', 'merchant', '--reason', 'No money went'],
    tells: [
      'status: IN_WORK → CANCELLED',
      'decision_reason: — → No money went',
      /merchant-\d+\.available_usdt: \d+\.\d{6} → \d+\.\d{6}/,
    ],
  },
  'stop-traffic': { args: async ({ trader }) => [trader.username, '--reason', 'x'], tells: [/stopped_at: — → 2026-/] },
  'allow-traffic': {
    args: async ({ trader }) => [trader.username, '--reason', 'x'],
    tells: [/stopped_at: 2026-.* → —/],
  },
  block: { args: async ({ trader }) => [trader.username], tells: [/blocked_at: — → 2026-/] },
  unblock: { args: async ({ trader }) => [trader.username], tells: [/blocked_at: 2026-.* → —/] },
};

test('every command that changes something may be rehearsed, and is below', () => {
  expect(changing.map((command) => command.name()).toSorted()).toEqual(Object.keys(changes).toSorted());
  for (const command of changing) {
    const flags = command.options.map(({ long }) => long);
    expect(flags).toEqual(expect.arrayContaining(['--dry-run', '--by']));
  }
});

describe.each(Object.entries(changes))('%s', (name, { args, tells }) => {
  test('in a dry run tells what would change and leaves the database as it was; then does just that', async ({
    kantor,
    market,
  }) => {
    const given = await args(market);
    const before = await market.dump();
    const told = await kantor.cli(name, ...given, '--dry-run');
    expect(await market.dump()).toEqual(before);
    expect(told.split('\n')[0]).toMatch(
      new RegExp(`^Dry run: nothing was written. ${name} would (create|change) .+:$`),
    );
    for (const part of tells) expect(told).toMatch(part);
    expect(told).not.toMatch(/Password:|API key:|kantor_/);

    kantor.pass(1);
    const by = given[given.indexOf('--by') + 1] ?? '';
    const who = given.includes('--by') ? by : 'Анна';
    const said = await kantor.cli(name, ...given, '--by', who);
    const after = await market.dump();
    expect(after['audit']?.split('\n')).toHaveLength(
      (before['audit'] === '' ? 0 : (before['audit']?.split('\n').length ?? 0)) + 1,
    );
    const audited = await kantor.cli('audit', '--last', '1');
    expect(audited.split('\n')[0]).toMatch(new RegExp(`^2026-.+ UTC  ${who} \\(tester@here\\)  ${name}  [a-z_]+ .+$`));
    for (const part of tells.slice(tells.findIndex((part) => String(part).includes('→'))))
      expect(audited).toMatch(part);
    // A secret is shown now and never again.
    const secrets = [...said.matchAll(/^(?:Password|API key): (.+)$/gm)].map(([, secret = '']) => secret);
    expect(secrets.length > 0).toBe(/^create-|^add-member|password/.test(name));
    for (const secret of secrets) expect(after['audit']).not.toContain(secret);
    expect(after['audit']).not.toMatch(/argon2/);
  });
});
