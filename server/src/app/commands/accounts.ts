import { MEMBER_ROLES, type MemberRole, type Role } from '@kantor/contract/plain/rights.ts';
import type { Command } from 'commander';
import { ApiError } from '../../kernel/errors.ts';
import { type Account, isUsername, lockAccountByName, type MerchantLimits } from '../../modules/accounts/index.ts';
import {
  blockAccount,
  createAccount,
  FIRST_LIMITS,
  type KeepOptions,
  newPassword,
  perform,
  setFees,
  unblockAccount,
} from '../../modules/actions/index.ts';
import { addOwner, readMemberRole } from '../../modules/people/index.ts';
import { accessLines, withKeep } from './access.ts';
import { auditedCommand, type AuditedOptions, runAudited, told } from './audited-command.ts';
import { basisPoints, CommandError, type Context, lockAccount, oneOf } from './context.ts';
import { withLimits } from './limits.ts';
import { blockPersonOf, unblockPersonOf } from './people.ts';

interface Fees {
  feeBp?: number;
  rewardBp?: number;
}

interface Payout {
  payout?: boolean;
}

const REWARD = ['--reward-bp <basis points>', 'what a trader earns of an order', basisPoints] as const;
const FEE = ['--fee-bp <basis points>', 'what a merchant pays of an order', basisPoints] as const;

/** @throws CommandError */
function assertUsername(username: string): void {
  if (!isUsername(username))
    throw new CommandError(`A name has 3 to 150 Latin letters, digits and . _ @ + - but "${username}" has not.`);
}

const inWords = (username: string) => (error: unknown) => {
  if (!(error instanceof ApiError) || error.code !== 'username_taken') throw error;
  throw new CommandError(`The name "${username}" is taken.`);
};

const createdLines = (role: Role, username: string, password: string) => [
  `Created the ${role} ${username}. What follows is shown only now:`,
  `Password: ${password}`,
];

/** Creates an account and its owner with a password of ours, a merchant with a key. */
async function create(
  context: Context,
  request: Parameters<ReturnType<typeof createAccount>['find']>[1],
  options: AuditedOptions,
): Promise<void> {
  const { role, username } = request;
  assertUsername(username);
  const made = await newPassword();
  await runAudited(context, `create-${role}`, options, async (step) => {
    const depositKey = role === 'trader' ? context.depositKey() : undefined;
    const outcome = await perform(step, createAccount(depositKey), request, made).catch(inWords(username));
    const { password = '', api_key: key } = outcome.secrets ?? {};
    return told(outcome, () => [
      ...createdLines(role, username, password),
      ...(key === undefined ? [] : [`API key: ${key}`]),
    ]);
  });
}

/** Creates a person who runs the platform. */
async function createOperator(
  context: Context,
  { username, memberRole }: { username: string; memberRole?: MemberRole },
  options: AuditedOptions,
): Promise<void> {
  assertUsername(username);
  const { password, passwordHash } = await newPassword();
  await runAudited(context, 'create-operator', options, async ({ tx, at }) => {
    const request = { role: 'operator' as const, username, ...(memberRole && { memberRole }), passwordHash, at };
    const { accountId, personId } = await addOwner(tx, request).catch(inWords(username));
    const role = await readMemberRole(tx, { personId, accountId });
    return {
      object: { kind: 'person', id: personId, name: username },
      before: null,
      after: { role: 'operator', username, member_role: role ?? null },
      lines: createdLines('operator', username, password),
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
      create(context, { role: 'trader', username, basisPoints: rewardBp, payoutEnable: payout }, options),
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
        return create(
          context,
          { role: 'merchant', username, basisPoints: feeBp, payoutEnable: payout, limits },
          options,
        );
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
      createOperator(context, { username, ...(memberRole && { memberRole }) }, options),
    );
}

function addFeesCommand(program: Command, context: Context): void {
  auditedCommand(program, 'set-fees')
    .description('set what a merchant pays or a trader earns of orders issued from now on')
    .argument('<username>')
    .option(...FEE)
    .option(...REWARD)
    .action((username: string, { feeBp, rewardBp, ...options }: Fees & AuditedOptions) =>
      runAudited(context, 'set-fees', options, async (step) => {
        const { id, name, role } = await lockAccount(step.tx, username);
        const isMerchant = role === 'merchant';
        const [given, foreign] = isMerchant ? [feeBp, rewardBp] : [rewardBp, feeBp];
        if (role === 'operator' || given === undefined || foreign !== undefined) {
          throw new CommandError(
            `${name} is a ${role}: a merchant takes --fee-bp, a trader takes --reward-bp, and nobody both.`,
          );
        }
        const verb = isMerchant ? 'pays' : 'earns';
        return told(await perform(step, setFees, { id, basisPoints: given }), () => [
          `${name} ${verb} ${given} basis points of orders issued from now on.`,
        ]);
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
      runAudited(context, 'block', options, async (step) => {
        const account = person ? undefined : await lockAccountByName(step.tx, name);
        if (account === undefined) return blockPersonOf(step.tx, name, step.at);
        assertNotPlatform(account);
        if (account.blockedAt !== null) return `${account.name} is blocked already.`;
        const kept = { keepKeys: keepKeys ?? false, keepPhones: keepPhones ?? false };
        return told(await perform(step, blockAccount, { id: account.id, reason: '', ...kept }), ({ after }) => {
          const payouts = after['freed_payouts'];
          return [
            `Blocked ${account.name}, and ended the sessions.`,
            ...accessLines(after),
            ...(payouts ? String(payouts).split(', ') : []).map((payout) => `Open again: the payout ${payout}.`),
          ];
        });
      }),
    );

  auditedCommand(program, 'unblock')
    .description('let a blocked account be used, or a blocked person sign in, again')
    .argument('<name>', 'of an account, or of a person without an account of this name')
    .option('--person', 'unblock the person of this name')
    .action((name: string, { person, ...options }: AuditedOptions & ByName) =>
      runAudited(context, 'unblock', options, async (step) => {
        const account = person ? undefined : await lockAccountByName(step.tx, name);
        if (account === undefined) return unblockPersonOf(step.tx, name);
        if (account.blockedAt === null) return `${account.name} is not blocked.`;
        const outcome = await perform(step, unblockAccount, { id: account.id, reason: '' });
        return told(outcome, () => [`Unblocked ${account.name}.`]);
      }),
    );
}

/** Commands on the marketplace's accounts. */
export function addAccountCommands(program: Command, context: Context): void {
  addCreateCommands(program, context);
  addFeesCommand(program, context);
  addBlockCommands(program, context);
}
