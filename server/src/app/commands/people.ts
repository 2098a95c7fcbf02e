import { MEMBER_ROLES, type MemberRole } from '@kantor/contract/plain/rights.ts';
import type { Command } from 'commander';
import type { Locked, Tx } from '../../db/tx.ts';
import type { Facts } from '../../modules/audit/index.ts';
import { blockPerson } from '../../modules/auth/index.ts';
import { ApiError } from '../../kernel/errors.ts';
import { PLATFORM_NAME } from '../../kernel/platform.ts';
import { type Account, isUsername, readAccountByName } from '../../modules/accounts/index.ts';
import {
  addMember,
  addPerson,
  changeRole,
  endMembership,
  generatePassword,
  hashNewPassword,
  lockPersonByName,
  memberFacts,
  type Person,
  readMembers,
  readMemberships,
  setPersonBlocked,
} from '../../modules/people/index.ts';
import { type KeepOptions, renewPassword } from '../../modules/actions/index.ts';
import { accessLines, withKeep } from './access.ts';
import { auditedCommand, type AuditedOptions, type Change, runAudited } from './audited-command.ts';
import { CommandError, type Context, findAccount, lockAccount, oneOf } from './context.ts';
import { showTime, table } from './format.ts';

const personObject = ({ id, username }: Pick<Person, 'id' | 'username'>) => ({ kind: 'person', id, name: username });
const blockFacts = (blockedAt: Date | null): Facts => ({ blocked_at: blockedAt?.toISOString() ?? null });

/** Locks the person of a name until the end of the transaction. @throws CommandError */
async function lockPerson(tx: Tx, username: string): Promise<Locked<Person>> {
  const person = await lockPersonByName(tx, username);
  if (person === undefined) throw new CommandError(`There is no user "${username}".`);
  return person;
}

/** In whose journals a deed about a person stands. */
const accountsOf = async (tx: Tx, { id }: Pick<Person, 'id'>): Promise<string[]> =>
  (await readMemberships(tx, id)).map(({ accountId }) => accountId);

/** Blocks a person; their accounts stay as they are. */
export async function blockPersonOf(tx: Tx, username: string, at: Date): Promise<Change | string> {
  const person = await lockPerson(tx, username);
  if (person.blockedAt !== null) return `${person.username} is blocked already.`;
  await blockPerson(tx, person.id, at);
  return {
    object: personObject(person),
    accountIds: await accountsOf(tx, person),
    before: blockFacts(null),
    after: blockFacts(at),
    lines: [`Blocked ${person.username} in all accounts, and ended the sessions.`],
  };
}

export async function unblockPersonOf(tx: Tx, username: string): Promise<Change | string> {
  const person = await lockPerson(tx, username);
  if (person.blockedAt === null) return `${person.username} is not blocked.`;
  await setPersonBlocked(tx, person.id, null);
  return {
    object: personObject(person),
    accountIds: await accountsOf(tx, person),
    before: blockFacts(person.blockedAt),
    after: blockFacts(null),
    lines: [`Unblocked ${person.username}.`],
  };
}

function addPasswordCommand(program: Command, context: Context): void {
  withKeep(auditedCommand(program, 'set-password'))
    .description(
      'give a person another password, which it prints, sign them out everywhere, and end the keys and phones that they may have made',
    )
    .argument('<username>')
    .action(async (username: string, { keepKeys, keepPhones, ...options }: AuditedOptions & KeepOptions) => {
      const password = generatePassword();
      const passwordHash = await hashNewPassword(password, username);
      await runAudited(context, 'set-password', options, async ({ tx, at }) => {
        const person = await lockPerson(tx, username);
        const ended = await renewPassword(tx, person, { passwordHash, at, keepKeys, keepPhones });
        return {
          object: personObject(person),
          accountIds: await accountsOf(tx, person),
          before: {},
          after: ended,
          lines: [
            `Changed the password of ${person.username}, and ended the sessions.`,
            ...accessLines(ended),
            'What follows is shown only now:',
            `Password: ${password}`,
          ],
        };
      });
    });
}

const MEMBER_ROLE = oneOf(...new Set<MemberRole>(Object.values(MEMBER_ROLES).flat()));
const ROLE = ['--role <role>', roleNames(), MEMBER_ROLE] as const;

function roleNames(): string {
  return Object.entries(MEMBER_ROLES)
    .map(([role, names]) => `of ${role === 'operator' ? 'the platform' : `a ${role}`}: ${names.join(', ')}`)
    .join('; ');
}

/** The account of a name; `platform` is the platform's. @throws CommandError */
const accountOf = (tx: Tx, name: string): Promise<Locked<Account>> =>
  lockAccount(tx, name.toLowerCase() === 'platform' ? PLATFORM_NAME : name);

/** Sentences for the refusals of a change of members. */
const REFUSALS: Record<string, string> = {
  invalid: 'Accounts of this kind have no such role.',
  not_found: 'They do not belong to this account.',
  last_owner: 'The account must keep an owner: make somebody else the owner first.',
  already_member: 'They belong to this account already.',
  too_many_members: 'The account has too many members.',
};

const inWords = (error: unknown): never => {
  throw error instanceof ApiError ? new CommandError(REFUSALS[error.code] ?? error.code) : error;
};

const membersObject = ({ id, name }: Pick<Account, 'id' | 'name'>) => ({ kind: 'members', id, name });

function addMemberCommands(program: Command, context: Context): void {
  const { withDatabase, print } = context;
  program
    .command('members')
    .description('show who belongs to an account')
    .argument('<account>', 'its name; "platform" is the platform')
    .action((name: string) =>
      withDatabase(async (db) => {
        const { id } = await findAccount(db, name.toLowerCase() === 'platform' ? PLATFORM_NAME : name);
        const rows = (await readMembers(db, id)).map(({ username, role, createdAt }) => [
          username,
          role,
          showTime(createdAt),
        ]);
        for (const line of table(rows)) print(line);
      }),
    );

  auditedCommand(program, 'add-member')
    .description(
      'let a person belong to an account; makes the person and prints the password if there is none of this name',
    )
    .argument('<account>', 'its name; "platform" is the platform')
    .argument('<username>')
    .requiredOption(...ROLE)
    .action(async (name: string, username: string, { role, ...options }: AuditedOptions & { role: MemberRole }) => {
      if (!isUsername(username)) {
        throw new CommandError(`A name has 3 to 150 Latin letters, digits and . _ @ + - but "${username}" has not.`);
      }
      const password = generatePassword();
      const passwordHash = await hashNewPassword(password, username);
      await runAudited(context, 'add-member', options, async ({ tx, at }) => {
        const account = await accountOf(tx, name);
        const person = await lockPersonByName(tx, username);
        if (person === undefined && (await readAccountByName(tx, username)) !== undefined) {
          throw new CommandError(`The name "${username}" is an account's.`);
        }
        const personId = person?.id ?? (await addPerson(tx, { username, passwordHash, at }));
        const member = await addMember(tx, { accountId: account.id, personId }, role, at).catch(inWords);
        return {
          object: membersObject(account),
          accountIds: [account.id],
          before: null,
          after: memberFacts(member),
          lines: [
            `${member.username} is ${role} of ${account.name}.`,
            ...(person === undefined ? ['What follows is shown only now:', `Password: ${password}`] : []),
          ],
        };
      });
    });

  auditedCommand(program, 'set-member-role')
    .description('give a member of an account another role, in force within five seconds everywhere')
    .argument('<account>', 'its name; "platform" is the platform')
    .argument('<username>')
    .requiredOption(...ROLE)
    .action((name: string, username: string, { role, ...options }: AuditedOptions & { role: MemberRole }) =>
      runAudited(context, 'set-member-role', options, async ({ tx, at }) => {
        const account = await accountOf(tx, name);
        const { id: personId } = await lockPerson(tx, username);
        const { before, after } = await changeRole(tx, { accountId: account.id, personId }, role, at).catch(inWords);
        if (before.role === after.role) return `${before.username} is ${role} of ${account.name} already.`;
        return {
          object: membersObject(account),
          accountIds: [account.id],
          before: memberFacts(before),
          after: memberFacts(after),
          lines: [`${after.username} is ${role} of ${account.name}.`],
        };
      }),
    );

  auditedCommand(program, 'remove-member')
    .description('end that a person belongs to an account; their sessions in it end within five seconds')
    .argument('<account>', 'its name; "platform" is the platform')
    .argument('<username>')
    .action((name: string, username: string, options: AuditedOptions) =>
      runAudited(context, 'remove-member', options, async ({ tx, at }) => {
        const account = await accountOf(tx, name);
        const { id: personId } = await lockPerson(tx, username);
        const before = await endMembership(tx, { accountId: account.id, personId }, at).catch(inWords);
        return {
          object: membersObject(account),
          accountIds: [account.id],
          before: memberFacts(before),
          after: { ...memberFacts(before), role: null },
          lines: [`${before.username} belongs to ${account.name} no more.`],
        };
      }),
    );
}

/** Commands on the marketplace's people. */
export function addPeopleCommands(program: Command, context: Context): void {
  addPasswordCommand(program, context);
  addMemberCommands(program, context);
}
