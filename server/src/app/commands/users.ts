import type { Role } from '@kantor/contract/plain/rights.ts';
import type { Command } from 'commander';
import type { Tx } from '../../db/tx.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Facts } from '../../modules/audit/index.ts';
import { blockUser, changePassword } from '../../modules/auth/index.ts';
import { giveAddress } from '../../modules/chain/index.ts';
import { createApiKey } from '../../modules/merchant-api/index.ts';
import { freeWorkOf } from '../../modules/payouts/index.ts';
import {
  addUser,
  type FeeMismatch,
  generatePassword,
  hashPassword,
  isUsername,
  type MerchantLimits,
  readCappedTraders,
  readCappingMerchants,
  setBlocked,
  setFees,
  type User,
  userChanged,
  type UserRequest,
} from '../../modules/users/index.ts';
import { basisPoints, type Context, lockUser, CommandError } from './context.ts';
import { FIRST_LIMITS, limitFacts, withLimits } from './limits.ts';
import { auditedCommand, type AuditedOptions, runAudited } from './audited-command.ts';
import { endAccess, type KeepOptions, withKeep } from './access.ts';

interface Fees {
  feeBp?: number;
  rewardBp?: number;
}

interface Payout {
  payout?: boolean;
}

const REWARD = ['--reward-bp <basis points>', 'what a trader earns of an order', basisPoints] as const;
const FEE = ['--fee-bp <basis points>', 'what a merchant pays of an order', basisPoints] as const;

const userObject = ({ id, username }: Pick<User, 'id' | 'username'>) => ({ kind: 'user', id, name: username });
const feeFacts = (fees: Required<Fees>): Facts => ({ fee_bp: fees.feeBp, reward_bp: fees.rewardBp });
const blockFacts = (blockedAt: Date | null): Facts => ({ blocked_at: blockedAt?.toISOString() ?? null });

const MAX_NAMED = 10;

const named = (mismatches: readonly FeeMismatch[]): string => {
  const names = mismatches.map(({ username, basisPoints: bp }) => `${username} (${bp})`).join(', ');
  const more = (mismatches[0]?.count ?? 0) - mismatches.length;
  return more > 0 ? `${names} and ${more} more` : names;
};

/** A trader never earns more of an order than its merchant pays: who stands in the way of these fees, in a sentence. */
async function capNotes(tx: Tx, role: Role, { feeBp, rewardBp }: Required<Fees>): Promise<string[]> {
  if (role === 'trader') {
    const merchants = await readCappingMerchants(tx, rewardBp, MAX_NAMED);
    if (merchants.length === 0) return [];
    return [
      `Of their orders the trader earns less, as these merchants pay less, in basis points: ${named(merchants)}.`,
    ];
  }
  if (role !== 'merchant') return [];
  const traders = await readCappedTraders(tx, feeBp, MAX_NAMED);
  if (traders.length === 0) return [];
  return [`Of its orders these traders earn ${feeBp} basis points, less than their own reward: ${named(traders)}.`];
}

/** Creates a user with a password of ours, and a merchant with a key. */
async function create(context: Context, request: Omit<UserRequest, 'at'>, options: AuditedOptions): Promise<void> {
  const { role, username, feeBp = 0, rewardBp = 0, payoutEnable = false } = request;
  if (!isUsername(username)) {
    throw new CommandError(`A name has 3 to 150 Latin letters, digits and . _ @ + - but "${username}" has not.`);
  }
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  await runAudited(context, `create-${role}`, options, async ({ tx, at }) => {
    const id = await addUser(tx, { ...request, passwordHash, at }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'username_taken') throw error;
      throw new CommandError(`The name "${username}" is taken.`);
    });
    const depositKey = role === 'trader' ? context.depositKey() : undefined;
    if (depositKey !== undefined) await giveAddress(tx, id, depositKey);
    const key = role === 'merchant' ? await createApiKey(tx, { merchantId: id, name: 'API', at }) : undefined;
    const facts = { role, username, payout_enable: payoutEnable, ...feeFacts({ feeBp, rewardBp }) };
    const after = { ...facts, ...(request.limits && limitFacts(request.limits)) };
    return {
      object: userObject({ id, username }),
      before: null,
      after: key === undefined ? after : { ...after, api_keys: 1 },
      lines: [
        `Created the ${role} ${username}. What follows is shown only now:`,
        `Password: ${password}`,
        ...(key === undefined ? [] : [`API key: ${key}`]),
      ],
      notes: await capNotes(tx, role, { feeBp, rewardBp }),
    };
  });
}

function addCreateCommands(program: Command, context: Context): void {
  auditedCommand(program, 'create-trader')
    .description('create a trader; prints the password')
    .argument('<username>')
    .option(...REWARD)
    .option('--payout', 'may process payouts')
    .action((username: string, { payout = false, rewardBp = 0, ...options }: Fees & AuditedOptions & Payout) =>
      create(context, { role: 'trader', username, rewardBp, payoutEnable: payout }, options),
    );

  withLimits(auditedCommand(program, 'create-merchant'))
    .description('create a merchant; prints the password and an API key')
    .argument('<username>')
    .option(...FEE)
    .option('--payout', 'may create payouts')
    .action(
      (
        username: string,
        { payout = false, feeBp = 0, by, dryRun, ...given }: Fees & AuditedOptions & Payout & Partial<MerchantLimits>,
      ) => {
        const limits = { ...FIRST_LIMITS, ...given };
        const options = { ...(by !== undefined && { by }), ...(dryRun && { dryRun }) };
        return create(context, { role: 'merchant', username, feeBp, payoutEnable: payout, limits }, options);
      },
    );

  auditedCommand(program, 'create-operator')
    .description('create an operator; prints the password')
    .argument('<username>')
    .action((username: string, options: AuditedOptions) => create(context, { role: 'operator', username }, options));
}

function addFeesCommand(program: Command, context: Context): void {
  auditedCommand(program, 'set-fees')
    .description('set what a merchant pays or a trader earns of orders issued from now on')
    .argument('<username>')
    .option(...FEE)
    .option(...REWARD)
    .action((username: string, { feeBp, rewardBp, ...options }: Fees & AuditedOptions) =>
      runAudited(context, 'set-fees', options, async ({ tx, at }) => {
        const user = await lockUser(tx, username);
        const isMerchant = user.role === 'merchant';
        const [given, foreign] = isMerchant ? [feeBp, rewardBp] : [rewardBp, feeBp];
        if (user.role === 'operator' || given === undefined || foreign !== undefined) {
          throw new CommandError(
            `${user.username} is a ${user.role}: a merchant takes --fee-bp, a trader takes --reward-bp, and nobody both.`,
          );
        }
        const fees = { feeBp: feeBp ?? 0, rewardBp: rewardBp ?? 0 };
        await setFees(tx, user, fees);
        await userChanged(tx, user.id, at);
        const verb = isMerchant ? 'pays' : 'earns';
        return {
          object: userObject(user),
          before: feeFacts(user),
          after: feeFacts(fees),
          lines: [`${user.username} ${verb} ${given} basis points of orders issued from now on.`],
          notes: await capNotes(tx, user.role, fees),
        };
      }),
    );
}

function addBlockCommands(program: Command, context: Context): void {
  withKeep(auditedCommand(program, 'block'))
    .description('block a user, sign them out everywhere, end their keys and phones, and free what they have in work')
    .argument('<username>')
    .action((username: string, { keepKeys, keepPhones, ...options }: AuditedOptions & KeepOptions) =>
      runAudited(context, 'block', options, async ({ tx, at }) => {
        const user = await lockUser(tx, username);
        if (user.blockedAt !== null) return `${user.username} is blocked already.`;
        await blockUser(tx, user.id, at);
        const access = await endAccess(tx, user, { reason: 'blocked', at, keepKeys, keepPhones });
        const freed = await freeWorkOf(tx, user, at);
        const payouts = freed.map(({ id, photoId }) => (photoId === null ? id : `${id} (it had a proof)`));
        return {
          object: userObject(user),
          before: blockFacts(null),
          after: {
            ...blockFacts(at),
            ...access.facts,
            ...(payouts.length > 0 && { freed_payouts: payouts.join(', ') }),
          },
          lines: [
            `Blocked ${user.username}, and ended the sessions.`,
            ...access.lines,
            ...payouts.map((payout) => `Open again: the payout ${payout}.`),
          ],
        };
      }),
    );

  auditedCommand(program, 'unblock')
    .description('let a blocked user sign in again')
    .argument('<username>')
    .action((username: string, options: AuditedOptions) =>
      runAudited(context, 'unblock', options, async ({ tx, at }) => {
        const user = await lockUser(tx, username);
        if (user.blockedAt === null) return `${user.username} is not blocked.`;
        await setBlocked(tx, user.id, null);
        await userChanged(tx, user.id, at);
        return {
          object: userObject(user),
          before: blockFacts(user.blockedAt),
          after: blockFacts(null),
          lines: [`Unblocked ${user.username}.`],
        };
      }),
    );
}

function addPasswordCommand(program: Command, context: Context): void {
  withKeep(auditedCommand(program, 'set-password'))
    .description(
      'give a user another password, which it prints, sign them out everywhere, and end their keys and phones',
    )
    .argument('<username>')
    .action(async (username: string, { keepKeys, keepPhones, ...options }: AuditedOptions & KeepOptions) => {
      const password = generatePassword();
      const passwordHash = await hashPassword(password);
      await runAudited(context, 'set-password', options, async ({ tx, at }) => {
        const user = await lockUser(tx, username);
        await changePassword(tx, user.id, passwordHash, at);
        const access = await endAccess(tx, user, { reason: 'password', at, keepKeys, keepPhones });
        return {
          object: userObject(user),
          before: {},
          // The audit says that the password was set, never the password.
          after: { password: 'changed', ...access.facts },
          lines: [
            `Changed the password of ${user.username}, and ended the sessions.`,
            ...access.lines,
            'What follows is shown only now:',
            `Password: ${password}`,
          ],
        };
      });
    });
}

/** Commands on the marketplace's people. */
export function addUserCommands(program: Command, context: Context): void {
  addCreateCommands(program, context);
  addFeesCommand(program, context);
  addBlockCommands(program, context);
  addPasswordCommand(program, context);
}
