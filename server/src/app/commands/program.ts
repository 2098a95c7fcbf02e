import { Command } from 'commander';
import { VERSION } from '../../modules/platform/index.ts';
import { addAccountCommands } from './accounts.ts';
import { addAppealCommands } from './appeals.ts';
import { addAuditCommand } from './audit.ts';
import { addBalanceCommands } from './balances.ts';
import type { Context } from './context.ts';
import { addCorrectionCommands } from './corrections.ts';
import { addLimitsCommand } from './limits.ts';
import { addMarketCommands } from './market.ts';
import { addOrderCommand } from './orders.ts';
import { addPayoutCommands } from './payouts.ts';
import { addSecondFactorCommands } from './second-factors.ts';
import { addPeopleCommands } from './people.ts';
import { addRateCommands } from './rates.ts';
import { addSecretCommand } from './secrets.ts';
import { addTrafficCommands } from './traffic.ts';
import { addRecountCommand } from './rollups.ts';
import { addRequisiteCommands } from './requisites.ts';
import { addBackupCommand } from './state.ts';
import { addWebhookCommands } from './webhooks.ts';
import { addWalletCommands } from './wallets.ts';
import { addWithdrawalCommands } from './withdrawals.ts';

/** The operator's command line. */
export function buildProgram(context: Context): Command {
  const program = new Command('kantor')
    .description('Runs a Kantor marketplace: people, rates, money, appeals, checks.')
    .version(VERSION)
    .usage('<command>')
    .helpCommand(false)
    .showHelpAfterError('See npm run kantor -- --help');
  addAccountCommands(program, context);
  addPeopleCommands(program, context);
  addLimitsCommand(program, context);
  addTrafficCommands(program, context);
  addRateCommands(program, context);
  addWithdrawalCommands(program, context);
  addWalletCommands(program, context);
  addPayoutCommands(program, context);
  addOrderCommand(program, context);
  addAppealCommands(program, context);
  addRequisiteCommands(program, context);
  addCorrectionCommands(program, context);
  addSecondFactorCommands(program, context);
  addMarketCommands(program, context);
  addBalanceCommands(program, context);
  addWebhookCommands(program, context);
  addAuditCommand(program, context);
  addBackupCommand(program, context);
  addRecountCommand(program, context);
  addSecretCommand(program, context);
  return program;
}
