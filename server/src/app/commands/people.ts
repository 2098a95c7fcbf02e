import { mayDo } from '@kantor/contract/plain/rights.ts';
import type { Command } from 'commander';
import type { Locked, Tx } from '../../db/tx.ts';
import type { Facts } from '../../modules/audit/index.ts';
import { blockPerson, changePassword } from '../../modules/auth/index.ts';
import {
  generatePassword,
  hashNewPassword,
  lockPersonByName,
  type Person,
  readMemberships,
  setPersonBlocked,
} from '../../modules/people/index.ts';
import { endAccess, type KeepOptions, withKeep } from './access.ts';
import { auditedCommand, type AuditedOptions, type Change, runAudited } from './audited-command.ts';
import { CommandError, type Context } from './context.ts';

const personObject = ({ id, username }: Pick<Person, 'id' | 'username'>) => ({ kind: 'person', id, name: username });
export const blockFacts = (blockedAt: Date | null): Facts => ({ blocked_at: blockedAt?.toISOString() ?? null });

/** Locks the person of a name until the end of the transaction. @throws CommandError */
async function lockPerson(tx: Tx, username: string): Promise<Locked<Person>> {
  const person = await lockPersonByName(tx, username);
  if (person === undefined) throw new CommandError(`There is no user "${username}".`);
  return person;
}

/** Blocks a person; their accounts stay as they are. */
export async function blockPersonOf(tx: Tx, username: string, at: Date): Promise<Change | string> {
  const person = await lockPerson(tx, username);
  if (person.blockedAt !== null) return `${person.username} is blocked already.`;
  await blockPerson(tx, person.id, at);
  return {
    object: personObject(person),
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
        await changePassword(tx, person.id, passwordHash, at);
        const ended: Awaited<ReturnType<typeof endAccess>>[] = [];
        for (const { accountId, accountRole: role, role: memberRole } of await readMemberships(tx, person.id)) {
          const makes = (right: 'keys.edit' | 'phones.connect') => mayDo({ role, memberRole }, right);
          if (!makes('keys.edit') && !makes('phones.connect')) continue;
          ended.push(await endAccess(tx, { id: accountId }, { reason: 'password', at, keepKeys, keepPhones }));
        }
        return {
          object: personObject(person),
          before: {},
          // The audit says that the password was set, never the password.
          after: Object.assign({ password: 'changed' }, ...ended.map(({ facts }) => facts)) as Facts,
          lines: [
            `Changed the password of ${person.username}, and ended the sessions.`,
            ...ended.flatMap(({ lines }) => lines),
            'What follows is shown only now:',
            `Password: ${password}`,
          ],
        };
      });
    });
}

/** Commands on the marketplace's people. */
export function addPeopleCommands(program: Command, context: Context): void {
  addPasswordCommand(program, context);
}
