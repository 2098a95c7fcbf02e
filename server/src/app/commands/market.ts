import { formatMinorUnits, SCALE } from '@kantor/contract/money.ts';
import type { Command } from 'commander';
import { transaction } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';
import { creditByHand } from '../../modules/chain/index.ts';
import { readBalances } from '../../modules/ledger/index.ts';
import { inspect } from '../../modules/ledger/verify.ts';
import { MANUAL, setRate } from '../../modules/rates/index.ts';
import { readUser } from '../../modules/users/index.ts';
import { type Context, findUser, Mistake, positive } from './context.ts';

const LONGEST_REFERENCE = 200;

const showUsdt = (units: bigint) => `${formatMinorUnits(units, SCALE.usdt)} USDT`;

/** Commands on money and rates. */
export function addMarketCommands(program: Command, { withDatabase, print, clock }: Context): void {
  program
    .command('set-rate')
    .description('put a rate in force from now on')
    .argument('<rate>', 'roubles for 1 USDT', positive(SCALE.rate))
    .action((rate: bigint) =>
      withDatabase(async (db) => {
        await transaction(db, (tx) =>
          setRate(tx, { value: rate, source: MANUAL, staleAt: after(clock(), DAY), at: clock() }),
        );
        print(`1 USDT is ${formatMinorUnits(rate, SCALE.rate)} RUB from now on.`);
      }),
    );

  program
    .command('deposit')
    .description('credit a trader by hand, once per reference')
    .argument('<username>')
    .argument('<usdt>', 'amount', positive(SCALE.usdt))
    .requiredOption('--reference <text>', 'what the deposit is known by, such as a transaction hash')
    .action((username: string, amount: bigint, options: { reference: string }) =>
      withDatabase(async (db) => {
        const reference = options.reference.trim();
        if (reference === '' || reference.length > LONGEST_REFERENCE) {
          throw new Mistake(`The reference must have 1 to ${LONGEST_REFERENCE} characters.`);
        }
        const trader = await findUser(db, username);
        if (trader.role !== 'trader')
          throw new Mistake(`${trader.username} is a ${trader.role}; only traders have deposits.`);
        const outcome = await creditByHand(db, { traderId: trader.id, amount, reference, at: clock() });
        if (outcome.kind === 'other') {
          const { credit } = outcome;
          const credited = `${showUsdt(credit.amount)} to ${(await readUser(db, credit.traderId))?.username}`;
          throw new Mistake(`"${reference}" was already credited as ${credited}; nothing was changed.`);
        }
        print(
          outcome.kind === 'credited'
            ? `Credited ${showUsdt(amount)} to ${trader.username} for "${reference}".`
            : `A deposit for "${reference}" is already credited; nothing was changed.`,
        );
        print(`${trader.username} has ${showUsdt((await readBalances(db, trader.id)).available)} available.`);
      }),
    );

  program
    .command('verify')
    .description('check every invariant of the database; exit code 1 when one does not hold')
    .action(() =>
      withDatabase(async (db) => {
        const { violations, counts } = await inspect(db);
        for (const { invariant, table, row, problem } of violations)
          print(`${table} ${row}: ${problem}. ${invariant}.`);
        const seen = `${counts.users} users, ${counts.orders} orders, ${counts.postings} postings, ${counts.entries} entries`;
        if (violations.length > 0) throw new Mistake(`${violations.length} violations in ${seen}.`);
        print(`All invariants hold: ${counts.checks} checks over ${seen}.`);
      }),
    );
}
