import type { Command } from 'commander';
import type { Reader } from '../../db/tx.ts';
import {
  type AccountKey,
  endPermit,
  permitAccount,
  readAccountKeys,
  readAccountKeysOf,
  readBanks,
  readClaimant,
  readPayees,
  readPermits,
} from '../../modules/requisites/index.ts';
import type { Facts } from '../../modules/audit/index.ts';
import { keyFacts, type Step } from '../../modules/actions/index.ts';
import { auditedCommand, type AuditedOptions, runAudited } from './audited-command.ts';
import { CommandError, type Context, lockAccount, objectId, whole } from './context.ts';
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

  program
    .command('allowed-accounts')
    .description("list the traders who may have an account that is another trader's, the latest first")
    .option('--limit <n>', 'how many at most', whole(1, 1000), DEFAULT_LIMIT)
    .action(({ limit }: { limit: number }) =>
      withDatabase(async (db) => {
        const permits = await readPermits(db, limit + 1);
        if (permits.length === 0) return print('Nobody was allowed an account that is of another.');
        const rows = permits
          .slice(0, limit)
          .map((permit) => [
            permit.trader,
            permit.kind,
            permit.value,
            showTime(permit.allowedAt),
            permit.allowedBy,
            permit.claimant ?? '-',
            permit.isInForce ? 'yes' : 'no',
          ]);
        const head = ['trader', 'kind', 'account', 'allowed', 'by', 'claimed by', 'in force'];
        for (const line of table([head, ...rows])) print(line);
        if (permits.length > limit) print(`There are more: --limit ${limit} ended the list.`);
      }),
    );

  const ofTrader = (
    name: string,
    description: string,
    none: string,
    change: (step: Step, trader: { id: string; name: string }, key: AccountKey) => Promise<Changed | undefined>,
  ) =>
    auditedCommand(program, name)
      .description(description)
      .argument('<username>')
      .option('--account <number>', 'the number of the account or card')
      .option('--phone <phone>', 'the phone of SBP, with --bank')
      .option('--bank <bank>', 'the name or number of its bank')
      .option('--of <requisite>', 'the account and the phone of this requisite', objectId)
      .action((username: string, options: AuditedOptions & Named) =>
        runAudited({ withDatabase, print, ...context }, name, options, async (step) => {
          const trader = await lockAccount(step.tx, username);
          if (trader.role !== 'trader')
            throw new CommandError(`${trader.name} is a ${trader.role}; only traders have requisites.`);
          const changed: Changed[] = [];
          for (const key of await findAccounts(step.tx, options)) {
            const one = await change(step, trader, key);
            if (one) changed.push(one);
          }
          if (changed.length === 0) return `${trader.name} ${none}.`;
          return {
            object: { kind: 'account', id: trader.id, name: trader.name },
            before: Object.assign({}, ...changed.map(({ before }) => before)) as Facts,
            after: Object.assign({}, ...changed.map(({ after }) => after)) as Facts,
            lines: changed.map(({ line }) => line),
          };
        }),
      );

  ofTrader(
    'allow-account',
    "let a trader have requisites with an account that is another trader's",
    'was allowed it before',
    async ({ tx, at, who }, { id, name: trader }, key) => {
      const claimant = await readClaimant(tx, key);
      if (!(await permitAccount(tx, { traderId: id, by: who }, key, at))) return undefined;
      return {
        before: {},
        after: keyFacts(key, claimant),
        line: `${trader} may have the ${key.kind} ${key.value}, which is claimed by ${claimant ?? 'nobody'}.`,
      };
    },
  );

  ofTrader(
    'disallow-account',
    'end what "allow-account" allowed',
    'was not allowed it',
    async ({ tx }, { id, name: trader }, key) => {
      const claimant = await readClaimant(tx, key);
      const outcome = await endPermit(tx, id, key);
      if (outcome === 'none') return undefined;
      const name = `the ${key.kind} ${key.value}`;
      if (outcome === 'shared')
        throw new CommandError(
          `${trader} has ${name} in force beside ${claimant ?? 'nobody'}: one of them must archive their requisite first.`,
        );
      return {
        before: keyFacts(key, claimant),
        after: { [key.kind]: null, [`${key.kind}_claimed_by`]: null },
        line: `${trader} may no longer have ${name} beside another trader.`,
      };
    },
  );
}

/** One account of several that a command is about. */
interface Changed {
  before: Facts;
  after: Facts;
  line: string;
}
