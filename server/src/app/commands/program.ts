import { Command } from 'commander';
import type { Context } from './context.ts';
import { addMarketCommands } from './market.ts';
import { addUserCommands } from './users.ts';

/** The operator's command line. */
export function buildProgram(context: Context): Command {
  const program = new Command('kantor')
    .description('Runs a Kantor marketplace: people, rates, deposits, checks.')
    .usage('<command>')
    .helpCommand(false)
    .showHelpAfterError('See npm run kantor -- --help');
  addUserCommands(program, context);
  addMarketCommands(program, context);
  return program;
}
