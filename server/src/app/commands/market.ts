import { SCALE } from '@kantor/contract/plain/money.ts';
import type { Command } from 'commander';
import { creditByHand, readByReference } from '../../modules/chain/index.ts';
import { readBalances, readEffects } from '../../modules/ledger/index.ts';
import { inspect } from '../../modules/verification/index.ts';
import { findCurrentRate } from '../../modules/rates/index.ts';
import { readAccount, accountChanged } from '../../modules/accounts/index.ts';
import { type Context, findAccount, CommandError, positive } from './context.ts';
import { provenCommand, type ProvenOptions, runProven, told } from './audited-command.ts';
import { aloneFacts, effectFacts, proposeChange, takesTwo } from '../../modules/actions/index.ts';
import { showAge, showBoth, showUsdt } from './format.ts';

const MAX_REFERENCE_LENGTH = 200;

/** Commands on the marketplace as a whole, and deposits by hand. */
export function addMarketCommands(program: Command, context: Context): void {
  const { withDatabase, print, clock } = context;

  provenCommand(program, 'deposit')
    .description('credit a trader by hand, once per reference; a large sum waits for another operator')
    .argument('<username>')
    .argument('<usdt>', 'amount', positive(SCALE.usdt))
    .requiredOption('--reference <text>', 'what the deposit is known by, such as a transaction hash')
    .action((username: string, amount: bigint, options: ProvenOptions & { reference: string }) => {
      const reference = options.reference.trim();
      if (reference === '' || reference.length > MAX_REFERENCE_LENGTH) {
        throw new CommandError(`The reference must have 1 to ${MAX_REFERENCE_LENGTH} characters.`);
      }
      return runProven(context, 'deposit', options, async (step, operator) => {
        const { tx, at, deps } = step;
        const trader = await findAccount(tx, username);
        if (trader.role !== 'trader')
          throw new CommandError(`${trader.name} is a ${trader.role}; only traders have deposits.`);
        const deposit = { traderId: trader.id, amount, reference, at };
        const isLarge = await takesTwo(step, amount, context.secondOperatorAbove());
        const outcome = isLarge ? await readByReference(tx, deposit) : await creditByHand(deps.db, deposit);
        const has = `${trader.name} has ${showUsdt((await readBalances(tx, trader.id)).available)} available.`;
        if (outcome.kind === 'other') {
          const { credit } = outcome;
          const credited = `${showUsdt(credit.amount)} to ${(await readAccount(tx, credit.traderId))?.name}`;
          throw new CommandError(`"${reference}" was already credited as ${credited}; nothing was changed.`);
        }
        if (outcome.kind === 'repeated') {
          return `A deposit for "${reference}" is already credited; nothing was changed.\n${has}`;
        }
        if (outcome.kind === 'new') {
          const change = { kind: 'deposit' as const, userId: trader.id, amountUsdt: amount, reference };
          const proposing = { change, reason: `deposit for "${reference}"`, username: trader.name };
          return told(await proposeChange(step, operator, proposing, context.reversalDays()), () => []);
        }
        await accountChanged(tx, trader.id, at);
        const { before, after } = effectFacts(await readEffects(tx, ['deposit'], outcome.cause));
        const rate = (await findCurrentRate(tx))?.value;
        return {
          object: { kind: 'user', id: trader.id, name: trader.name },
          before,
          after: { ...after, reference, ...aloneFacts(amount) },
          lines: [`Credited ${showBoth(amount, rate)} to ${trader.name} for "${reference}".`, has],
        };
      });
    });

  program
    .command('verify')
    .description('check every invariant of the database; exit code 1 when one does not hold')
    .action(() =>
      withDatabase(async (db) => {
        const { violations, oldestHolds, counts } = await inspect(db);
        for (const { invariant, table, row, problem } of violations)
          print(`${table} ${row}: ${problem}. ${invariant}.`);
        const now = clock();
        for (const { table, id, owner, held, since } of oldestHolds)
          print(`Oldest hold of ${table}: ${showUsdt(held)} of ${owner} for ${showAge(since, now)}, ${id}.`);
        const seen = `${counts.users} users, ${counts.orders} orders, ${counts.postings} postings, ${counts.entries} entries`;
        if (violations.length > 0) throw new CommandError(`${violations.length} violations in ${seen}.`);
        print(`All invariants hold: ${counts.checks} checks over ${seen}.`);
      }),
    );
}
