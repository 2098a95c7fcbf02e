import type { Command } from 'commander';
import type { Reader } from '../../db/tx.ts';
import {
  type AccountKey,
  permitAccount,
  readAccountKeys,
  readAccountKeysOf,
  readBanks,
  readClaimant,
  readPayees,
} from '../../modules/requisites/index.ts';
import { auditedCommand, type AuditedOptions, runAudited } from './audited-command.ts';
import { CommandError, type Context, lockUser, objectId, whole } from './context.ts';
import { showTime, table } from './format.ts';

const DEFAULT_LIMIT = 50;

/** An account as the operator names it: by its number, by a phone and its bank, or as that of a requisite. */
interface Named {
  account?: string;
  phone?: string;
  bank?: string;
  of?: string;
}

/** @throws CommandError */
async function findBank(db: Reader, text: string): Promise<number> {
  const banks = await readBanks(db);
  const found = banks.find(({ id, name }) => String(id) === text || name.toLowerCase() === text.toLowerCase());
  if (found === undefined)
    throw new CommandError(`There is no bank "${text}". Banks: ${banks.map(({ name }) => name).join(', ')}.`);
  return found.id;
}

/** @throws CommandError */
async function findAccounts(db: Reader, { account = '', phone = '', bank, of }: Named): Promise<AccountKey[]> {
  const named = [account !== '', phone !== '', of !== undefined].filter(Boolean).length;
  if (named !== 1 || (phone !== '') !== (bank !== undefined))
    throw new CommandError(
      'Name one account: --account <number>, or --phone <phone> --bank <bank>, or --of <requisite>.',
    );
  const data = { bankId: bank === undefined ? 0 : await findBank(db, bank), phone, bankAccount: account };
  const keys = of === undefined ? await readAccountKeys(db, data) : await readAccountKeysOf(db, of);
  if (keys.length === 0)
    throw new CommandError('There is no account or phone in it that a requisite could have alone.');
  return keys;
}

/** Commands on the bank data of requisites. */
export function addRequisiteCommands(program: Command, { withDatabase, print, ...context }: Context): void {
  program
    .command('requisite-history')
    .description('list the bank data that a requisite has had, newest first')
    .argument('<id>', 'of the requisite, as its address in the back office ends', objectId)
    .option('--limit <n>', 'how many at most', whole(1, 1000), DEFAULT_LIMIT)
    .action((id: string, { limit }: { limit: number }) =>
      withDatabase(async (db) => {
        const { count, results } = await readPayees(db, id, { page: 1, pageSize: limit });
        if (count === 0) throw new CommandError(`There is no requisite ${id}.`);
        const rows = results.map(({ version, createdAt, changedBy, bankName, fio, phone, bankAccount, last4 }) =>
          [String(version), showTime(createdAt), changedBy, bankName, fio, phone, bankAccount, last4].map(
            (text) => text || '-',
          ),
        );
        const heads = ['version', 'since', 'by', 'bank', 'holder', 'phone', 'account', 'card'];
        for (const line of table([heads, ...rows])) print(line);
        if (count > limit) print(`There are more: --limit ${limit} ended the list.`);
      }),
    );

  auditedCommand(program, 'allow-account')
    .description("let a trader have requisites with an account that is another trader's")
    .argument('<username>')
    .option('--account <number>', 'the number of the account or card')
    .option('--phone <phone>', 'the phone of SBP, with --bank')
    .option('--bank <bank>', 'the name or number of its bank')
    .option('--of <requisite>', 'the account and the phone of this requisite', objectId)
    .action((username: string, options: AuditedOptions & Named) =>
      runAudited({ withDatabase, print, ...context }, 'allow-account', options, async ({ tx, at }) => {
        const trader = await lockUser(tx, username);
        if (trader.role !== 'trader')
          throw new CommandError(`${trader.username} is a ${trader.role}; only traders have requisites.`);
        const after: Record<string, string> = {};
        const lines: string[] = [];
        for (const key of await findAccounts(tx, options)) {
          const claimant = (await readClaimant(tx, key)) ?? 'nobody';
          if (!(await permitAccount(tx, trader.id, key, at))) continue;
          after[key.kind] = `${key.value}, claimed by ${claimant}`;
          lines.push(`${trader.username} may have the ${key.kind} ${key.value}, which is claimed by ${claimant}.`);
        }
        if (lines.length === 0) return `${trader.username} was allowed it before.`;
        return { object: { kind: 'user', id: trader.id, name: trader.username }, before: {}, after, lines };
      }),
    );
}
