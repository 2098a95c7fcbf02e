import { formatMinorUnits, SCALE } from '@kantor/contract/money.ts';
import type { Command } from 'commander';
import { v5 } from 'uuid';
import { breaks, type Reader, transaction } from '../../db/tx.ts';
import { after, DAY } from '../../kernel/clock.ts';
import { post, type Posting, postings, readBalances, readPosted } from '../../modules/ledger/index.ts';
import { inspect } from '../../modules/ledger/verify.ts';
import { MANUAL, setRate } from '../../modules/rates/index.ts';
import { readUser } from '../../modules/users/index.ts';
import { type Context, findUser, Mistake, positive } from './context.ts';

/** Turns references into ids of their own; any constant would do, but never another one. */
const REFERENCES = '5d2f64a1-0c1b-4d64-8e0f-3b1f0c9a7e52';
const LONGEST_REFERENCE = 200;

const showUsdt = (units: bigint) => `${formatMinorUnits(units, SCALE.usdt)} USDT`;

/** A reference stands for one deposit. @throws Mistake when it is another trader's, or of another amount. */
async function assertSame(db: Reader, { kind, cause, entries }: Posting, reference: string): Promise<void> {
  for (const { owner, amount } of await readPosted(db, { kind, cause })) {
    if (owner === null || entries.some((entry) => entry.owner === owner && entry.amount === amount)) continue;
    const credited = `${showUsdt(amount)} to ${(await readUser(db, owner))?.username}`;
    throw new Mistake(`"${reference}" was already credited as ${credited}; nothing was changed.`);
  }
}

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
        const posting = postings.deposit(v5(reference, REFERENCES), trader.id, amount);
        let isNew = true;
        try {
          await transaction(db, (tx) => post(tx, posting, clock()));
        } catch (error) {
          if (!breaks(error, 'ledger_journal_kind_cause_key')) throw error;
          await assertSame(db, posting, reference);
          isNew = false;
        }
        print(
          isNew
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
