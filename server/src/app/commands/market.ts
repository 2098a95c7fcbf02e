import { SCALE } from '@kantor/contract/plain/money.ts';
import type { Command } from 'commander';
import { readByReference } from '../../modules/chain/index.ts';
import { readBalances } from '../../modules/ledger/index.ts';
import { checkFiles, openFileHome } from '../../modules/files/index.ts';
import { inspectReads } from '../../modules/verification/index.ts';
import { findCurrentRate } from '../../modules/rates/index.ts';
import { readAccount } from '../../modules/accounts/index.ts';
import type { ReplicaState } from '../../db/replica.ts';
import { after, DAY, SECOND } from '../../kernel/clock.ts';
import { closingTerms, type Context, CommandError, lockAccount, positive, whole } from './context.ts';
import { provenCommand, type ProvenOptions, runProven, told } from './audited-command.ts';
import { deposit, perform } from '../../modules/actions/index.ts';
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
        const { tx } = step;
        const trader = await lockAccount(tx, username);
        const { id, name, role } = trader;
        if (role !== 'trader') throw new CommandError(`${name} is a ${role}; only traders have deposits.`);
        const known = await readByReference(tx, { traderId: id, amount, reference });
        const has = async () => `${name} has ${showUsdt((await readBalances(tx, id)).available)} available.`;
        if (known.kind === 'other') {
          const { credit } = known;
          const credited = `${showUsdt(credit.amount)} to ${(await readAccount(tx, credit.traderId))?.name}`;
          throw new CommandError(`"${reference}" was already credited as ${credited}; nothing was changed.`);
        }
        if (known.kind === 'repeated')
          return `A deposit for "${reference}" is already credited; nothing was changed.\n${await has()}`;
        const outcome = await perform(step, deposit(operator, closingTerms(context)), { id, amount, reference });
        const credited = showBoth(amount, (await findCurrentRate(tx))?.value);
        const lines = [`Credited ${credited} to ${name} for "${reference}".`, await has()];
        return told(outcome, () => lines);
      });
    });

  program
    .command('verify')
    .description('check every invariant of the database; exit code 1 when one does not hold')
    .option(
      '--days <n>',
      'only what was made in so many days, as far as that can be told without the rest',
      whole(1, 3650),
    )
    .option('--files', 'compare the uploaded files with their rows, too: presence, size and sum')
    .action((options: { files?: boolean; days?: number }) =>
      withDatabase(async (db, openReads) => {
        const since = options.days === undefined ? undefined : after(clock(), -options.days * DAY);
        const { violations, oldestHolds, counts, replica } = await inspectReads(
          { db, reads: await openReads() },
          { since },
        );
        const files = options.files ? await checkFiles({ db, store: openFileHome(context.filePlace()) }) : undefined;
        if (replica) print(toldOf(replica));
        for (const { id, problem } of files?.faults ?? []) print(`The file ${id}: ${problem}.`);
        for (const { invariant, table, row, problem } of violations)
          print(`${table} ${row}: ${problem}. ${invariant}.`);
        const now = clock();
        for (const { table, id, owner, held, since } of oldestHolds)
          print(`Oldest hold of ${table}: ${showUsdt(held)} of ${owner} for ${showAge(since, now)}, ${id}.`);
        const seen = `${counts.users} users, ${counts.orders} orders, ${counts.postings} postings, ${counts.entries} entries`;
        const wrong = violations.length + (files?.faults.length ?? 0);
        if (wrong > 0) throw new CommandError(`${wrong} violations in ${seen}.`);
        if (files) print(`All ${files.count} files are as they were stored.`);
        const told = since === undefined ? '' : `, of what was made since ${since.toISOString()}`;
        print(`All invariants hold: ${counts.checks} checks over ${seen}${told}.`);
      }),
    );
}

const toldOf = ({ ageMs, isRead }: ReplicaState): string =>
  isRead
    ? `Read from the replica, which is ${(ageMs / SECOND).toFixed(1)} s old at most.`
    : 'Read from the database: the replica is too old, or does not answer.';
