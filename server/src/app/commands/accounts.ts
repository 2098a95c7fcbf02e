import { MEMBER_ROLES, type MemberRole, type Role } from '@kantor/contract/plain/rights.ts';
import type { Command } from 'commander';
import type { Tx } from '../../db/tx.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Facts } from '../../modules/audit/index.ts';
import { blockAccount } from '../../modules/auth/index.ts';
import { giveAddress } from '../../modules/chain/index.ts';
import { createApiKey } from '../../modules/merchant-api/index.ts';
import { freeWorkOf } from '../../modules/payouts/index.ts';
import {
  type FeeMismatch,
  isUsername,
  lockAccountByName,
  type MerchantLimits,
  readCappedTraders,
  readCappingMerchants,
  setBlocked,
  setFees,
  type Account,
  accountChanged,
} from '../../modules/accounts/index.ts';
import {
  addOwner,
  generatePassword,
  hashNewPassword,
  type OwnerRequest,
  readMemberRole,
} from '../../modules/people/index.ts';
import { basisPoints, type Context, lockAccount, CommandError, oneOf } from './context.ts';
import { withLimits } from './limits.ts';
import { blockFacts, blockPersonOf, unblockPersonOf } from './people.ts';
import { auditedCommand, type AuditedOptions, runAudited } from './audited-command.ts';
import { endAccess, FIRST_LIMITS, type KeepOptions, limitFacts } from '../../modules/actions/index.ts';
import { withKeep } from './access.ts';

interface Fees {
  feeBp?: number;
  rewardBp?: number;
}

interface Payout {
  payout?: boolean;
}

const REWARD = ['--reward-bp <basis points>', 'what a trader earns of an order', basisPoints] as const;
const FEE = ['--fee-bp <basis points>', 'what a merchant pays of an order', basisPoints] as const;

const accountObject = ({ id, name }: Pick<Account, 'id' | 'name'>) => ({ kind: 'user', id, name });
const feeFacts = (fees: Required<Fees>): Facts => ({ fee_bp: fees.feeBp, reward_bp: fees.rewardBp });

const MAX_NAMED = 10;

const named = (mismatches: readonly FeeMismatch[]): string => {
  const names = mismatches.map(({ name, basisPoints: bp }) => `${name} (${bp})`).join(', ');
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

type Request =
  | Omit<OwnerRequest & { role: 'trader' | 'merchant' }, 'at'>
  | { role: 'operator'; username: string; memberRole?: MemberRole };

/** Creates an account and its owner with a password of ours, a merchant with a key; or a person who runs the platform. */
async function create(context: Context, request: Request, options: AuditedOptions): Promise<void> {
  const { role, username } = request;
  if (!isUsername(username)) {
    throw new CommandError(`A name has 3 to 150 Latin letters, digits and . _ @ + - but "${username}" has not.`);
  }
  const password = generatePassword();
  const passwordHash = await hashNewPassword(password, username);
  await runAudited(context, `create-${role}`, options, async ({ tx, at }) => {
    const { accountId: id, personId } = await addOwner(tx, { ...request, passwordHash, at }).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'username_taken') throw error;
      throw new CommandError(`The name "${username}" is taken.`);
    });
    const lines = [`Created the ${role} ${username}. What follows is shown only now:`, `Password: ${password}`];
    if (request.role === 'operator') {
      const memberRole = await readMemberRole(tx, { personId, accountId: id });
      return {
        object: { kind: 'person', id: personId, name: username },
        before: null,
        after: { role, username, member_role: memberRole ?? null },
        lines,
      };
    }
    const { feeBp = 0, rewardBp = 0, payoutEnable = false, limits } = request;
    const depositKey = role === 'trader' ? context.depositKey() : undefined;
    if (depositKey !== undefined) await giveAddress(tx, id, depositKey);
    const key = role === 'merchant' ? await createApiKey(tx, { merchantId: id, name: 'API', at }) : undefined;
    const facts = { role, username, payout_enable: payoutEnable, ...feeFacts({ feeBp, rewardBp }) };
    const after = { ...facts, ...(limits && limitFacts(limits)) };
    return {
      object: accountObject({ id, name: username }),
      before: null,
      after: key === undefined ? after : { ...after, api_keys: 1 },
      lines: [...lines, ...(key === undefined ? [] : [`API key: ${key}`])],
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
    .option(
      '--role <role>',
      'in the platform; without it the first is the owner, others are operators',
      oneOf(...MEMBER_ROLES.operator),
    )
    .action((username: string, { role: memberRole, ...options }: AuditedOptions & { role?: MemberRole }) =>
      create(context, { role: 'operator', username, ...(memberRole && { memberRole }) }, options),
    );
}

function addFeesCommand(program: Command, context: Context): void {
  auditedCommand(program, 'set-fees')
    .description('set what a merchant pays or a trader earns of orders issued from now on')
    .argument('<username>')
    .option(...FEE)
    .option(...REWARD)
    .action((username: string, { feeBp, rewardBp, ...options }: Fees & AuditedOptions) =>
      runAudited(context, 'set-fees', options, async ({ tx, at }) => {
        const account = await lockAccount(tx, username);
        const isMerchant = account.role === 'merchant';
        const [given, foreign] = isMerchant ? [feeBp, rewardBp] : [rewardBp, feeBp];
        if (account.role === 'operator' || given === undefined || foreign !== undefined) {
          throw new CommandError(
            `${account.name} is a ${account.role}: a merchant takes --fee-bp, a trader takes --reward-bp, and nobody both.`,
          );
        }
        const fees = { feeBp: feeBp ?? 0, rewardBp: rewardBp ?? 0 };
        await setFees(tx, account, fees);
        await accountChanged(tx, account.id, at);
        const verb = isMerchant ? 'pays' : 'earns';
        return {
          object: accountObject(account),
          before: feeFacts(account),
          after: feeFacts(fees),
          lines: [`${account.name} ${verb} ${given} basis points of orders issued from now on.`],
          notes: await capNotes(tx, account.role, fees),
        };
      }),
    );
}

/** Whether a name is a person's although an account has it, too. */
interface ByName {
  person?: boolean;
}

function assertNotPlatform({ role, name }: Account): void {
  if (role === 'operator') throw new CommandError(`${name} cannot be blocked: block its members by their names.`);
}

function addBlockCommands(program: Command, context: Context): void {
  withKeep(auditedCommand(program, 'block'))
    .description('block an account, sign out everyone in it, end its keys and phones, and free what it has in work')
    .argument('<name>', 'of an account, or of a person without an account of this name')
    .option('--person', 'block the person of this name, in all their accounts')
    .action((name: string, { keepKeys, keepPhones, person, ...options }: AuditedOptions & KeepOptions & ByName) =>
      runAudited(context, 'block', options, async ({ tx, at }) => {
        const account = person ? undefined : await lockAccountByName(tx, name);
        if (account === undefined) return blockPersonOf(tx, name, at);
        assertNotPlatform(account);
        if (account.blockedAt !== null) return `${account.name} is blocked already.`;
        await blockAccount(tx, account.id, at);
        const access = await endAccess(tx, account, { reason: 'blocked', at, keepKeys, keepPhones });
        const freed = await freeWorkOf(tx, account, at);
        const payouts = freed.map(({ id, photoId }) => (photoId === null ? id : `${id} (it had a proof)`));
        return {
          object: accountObject(account),
          before: blockFacts(null),
          after: {
            ...blockFacts(at),
            ...access.facts,
            ...(payouts.length > 0 && { freed_payouts: payouts.join(', ') }),
          },
          lines: [
            `Blocked ${account.name}, and ended the sessions.`,
            ...access.lines,
            ...payouts.map((payout) => `Open again: the payout ${payout}.`),
          ],
        };
      }),
    );

  auditedCommand(program, 'unblock')
    .description('let a blocked account be used, or a blocked person sign in, again')
    .argument('<name>', 'of an account, or of a person without an account of this name')
    .option('--person', 'unblock the person of this name')
    .action((name: string, { person, ...options }: AuditedOptions & ByName) =>
      runAudited(context, 'unblock', options, async ({ tx, at }) => {
        const account = person ? undefined : await lockAccountByName(tx, name);
        if (account === undefined) return unblockPersonOf(tx, name);
        if (account.blockedAt === null) return `${account.name} is not blocked.`;
        await setBlocked(tx, account.id, null);
        await accountChanged(tx, account.id, at);
        return {
          object: accountObject(account),
          before: blockFacts(account.blockedAt),
          after: blockFacts(null),
          lines: [`Unblocked ${account.name}.`],
        };
      }),
    );
}

/** Commands on the marketplace's accounts. */
export function addAccountCommands(program: Command, context: Context): void {
  addCreateCommands(program, context);
  addFeesCommand(program, context);
  addBlockCommands(program, context);
}
