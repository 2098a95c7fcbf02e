import type { Command } from 'commander';
import { moscowDay, moscowMidnight } from '../../kernel/clock.ts';
import { recountDays } from '../../modules/analytics/index.ts';
import { CommandError, type Context, day } from './context.ts';

/** The command that counts the figures by hour and day anew, while everybody works. */
export function addRecountCommand(program: Command, { withDatabase, print, clock }: Context): void {
  program
    .command('recount')
    .description('count the figures of orders by hour and day anew, from the orders; they stay exact meanwhile')
    .option('--from <day>', 'the first day in Moscow, like 2026-11-01; from the first order on unless given', day)
    .option('--to <day>', 'the last day; today unless given', day)
    .action(({ from, to }: { from?: Date; to?: Date }) =>
      withDatabase(async (db) => {
        if ((to ?? moscowMidnight(clock())) < (from ?? new Date(0)))
          throw new CommandError('The last day is before the first one.');
        let [days, changed] = [0, 0n];
        for await (const recounted of recountDays({ db, clock }, { from, to })) {
          days += 1;
          changed += recounted.changed;
          if (recounted.changed > 0n) print(`${moscowDay(recounted.day)}: ${recounted.changed} figures were wrong.`);
        }
        print(
          `Counted ${days} days anew; ${changed === 0n ? 'every figure was right' : `${changed} figures were wrong`}.`,
        );
      }),
    );
}
