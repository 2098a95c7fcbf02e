import type { Command } from 'commander';
import { readBalances, readTotals } from '../../modules/ledger/index.ts';
import { findCurrentRate } from '../../modules/rates/index.ts';
import { type Context, findAccount } from './context.ts';
import { showBoth, table } from './format.ts';

/** Commands on who has what. */
export function addBalanceCommands(program: Command, { withDatabase, print }: Context): void {
  program
    .command('balances')
    .description("show a user's accounts, or without a name those of the platform and of all users together")
    .argument('[username]')
    .action((username: string | undefined) =>
      withDatabase(async (db) => {
        const rate = (await findCurrentRate(db))?.value;
        const rows: string[][] = [];
        if (username === undefined) {
          for (const { role, kind, total } of await readTotals(db)) {
            // Custody is the chain's debt to the books, and what merchants owe is below zero there.
            const name = kind === 'custody' ? 'on the chain' : kind;
            const amount = kind === 'custody' || kind === 'owed' ? -total : total;
            rows.push([role === null ? 'platform' : `all ${role}s`, name, showBoth(amount, rate)]);
          }
        } else {
          const user = await findAccount(db, username);
          const { available, held, earned, owed } = await readBalances(db, user.id);
          const kinds = {
            available,
            held,
            ...(user.role === 'trader' && { earned }),
            ...(owed < 0n && { owed: -owed }),
          };
          for (const [kind, amount] of Object.entries(kinds)) rows.push([user.name, kind, showBoth(amount, rate)]);
        }
        for (const line of table(rows)) print(line);
      }),
    );
}
