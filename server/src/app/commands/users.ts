import type { Command } from 'commander';
import { transaction, type Tx } from '../../db/tx.ts';
import { Refusal } from '../../kernel/errors.ts';
import { blockUser, changePassword } from '../../modules/auth/index.ts';
import { createApiKey } from '../../modules/merchant-api/index.ts';
import {
  addUser,
  generatePassword,
  hashPassword,
  isUsername,
  setBlocked,
  setFees,
  userChanged,
  type UserRequest,
} from '../../modules/users/index.ts';
import { basisPoints, type Context, findUser, Mistake } from './context.ts';

interface Fees {
  feeBp?: number;
  rewardBp?: number;
}

const REWARD = ['--reward-bp <basis points>', 'what a trader earns of an order', basisPoints] as const;
const FEE = ['--fee-bp <basis points>', 'what a merchant pays of an order', basisPoints] as const;

/** Commands on who uses the marketplace. */
export function addUserCommands(program: Command, { withDatabase, print, clock, depositKey }: Context): void {
  /** Runs `work` in one transaction; tells what it returns once that is kept. */
  const change = (work: (tx: Tx, at: Date) => Promise<string[]>) =>
    withDatabase(async (db) => {
      const lines = await transaction(db, (tx) => work(tx, clock()));
      for (const line of lines) print(line);
    });

  /** Creates a user with a password of ours; `more` adds to them, and tells it in a line. */
  const create = async (
    request: Omit<UserRequest, 'at'>,
    more?: (tx: Tx, id: string, at: Date) => Promise<string>,
  ): Promise<void> => {
    const { role, username } = request;
    if (!isUsername(username)) {
      throw new Mistake(`A name has 3 to 150 Latin letters, digits and . _ @ + - but "${username}" has not.`);
    }
    const password = generatePassword();
    const passwordHash = await hashPassword(password);
    await change(async (tx, at) => {
      const id = await addUser(tx, { ...request, passwordHash, at }).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'username_taken') throw error;
        throw new Mistake(`The name "${username}" is taken.`);
      });
      return [
        `Created the ${role} ${username}. What follows is shown only now:`,
        `Password: ${password}`,
        ...(more ? [await more(tx, id, at)] : []),
      ];
    });
  };

  program
    .command('create-trader')
    .description('create a trader; prints the password')
    .argument('<username>')
    .option(...REWARD)
    .option('--payout', 'may process payouts')
    .action((username: string, { payout = false, ...fees }: Fees & { payout?: boolean }) =>
      create({ role: 'trader', username, ...fees, payoutEnable: payout, depositKey: depositKey() }),
    );

  program
    .command('create-merchant')
    .description('create a merchant; prints the password and an API key')
    .argument('<username>')
    .option(...FEE)
    .option('--payout', 'may create payouts')
    .action((username: string, { payout = false, ...fees }: Fees & { payout?: boolean }) =>
      create({ role: 'merchant', username, ...fees, payoutEnable: payout }, async (tx, merchantId, at) => {
        return `API key: ${await createApiKey(tx, { merchantId, name: 'API', at })}`;
      }),
    );

  program
    .command('create-operator')
    .description('create an operator; prints the password')
    .argument('<username>')
    .action((username: string) => create({ role: 'operator', username }));

  program
    .command('set-fees')
    .description('set what a merchant pays or a trader earns of orders issued from now on')
    .argument('<username>')
    .option(...FEE)
    .option(...REWARD)
    .action((username: string, { feeBp, rewardBp }: Fees) =>
      change(async (tx, at) => {
        const user = await findUser(tx, username);
        const isMerchant = user.role === 'merchant';
        const [given, foreign] = isMerchant ? [feeBp, rewardBp] : [rewardBp, feeBp];
        if (user.role === 'operator' || given === undefined || foreign !== undefined) {
          throw new Mistake(
            `${user.username} is a ${user.role}: a merchant takes --fee-bp, a trader takes --reward-bp, and nobody both.`,
          );
        }
        await setFees(tx, user.id, { feeBp: feeBp ?? 0, rewardBp: rewardBp ?? 0 });
        await userChanged(tx, user.id, at);
        const verb = isMerchant ? 'pays' : 'earns';
        return [`${user.username} ${verb} ${given} basis points of orders issued from now on.`];
      }),
    );

  program
    .command('block')
    .description('block a user, and sign them out everywhere')
    .argument('<username>')
    .action((username: string) =>
      change(async (tx, at) => {
        const user = await findUser(tx, username);
        if (user.blockedAt !== null) return [`${user.username} is blocked already.`];
        await blockUser(tx, user.id, at);
        return [`Blocked ${user.username}, and ended the sessions.`];
      }),
    );

  program
    .command('unblock')
    .description('let a blocked user sign in again')
    .argument('<username>')
    .action((username: string) =>
      change(async (tx, at) => {
        const user = await findUser(tx, username);
        if (user.blockedAt === null) return [`${user.username} is not blocked.`];
        await setBlocked(tx, user.id, null);
        await userChanged(tx, user.id, at);
        return [`Unblocked ${user.username}.`];
      }),
    );

  program
    .command('set-password')
    .description('give a user another password, which it prints, and sign them out everywhere')
    .argument('<username>')
    .action(async (username: string) => {
      const password = generatePassword();
      const passwordHash = await hashPassword(password);
      await change(async (tx, at) => {
        const user = await findUser(tx, username);
        await changePassword(tx, user.id, passwordHash, at);
        return [
          `Changed the password of ${user.username}, and ended the sessions. What follows is shown only now:`,
          `Password: ${password}`,
        ];
      });
    });
}
