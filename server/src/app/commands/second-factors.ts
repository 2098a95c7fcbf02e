import type { Command } from 'commander';
import { factorsRemoved, proposeChange } from '../../modules/actions/index.ts';
import { takeFactorsOff } from '../../modules/auth/index.ts';
import { lockPersonByName, readOperators } from '../../modules/people/index.ts';
import { provenCommand, type ProvenOptions, runProven, told } from './audited-command.ts';
import { CommandError, type Context } from './context.ts';

interface Options extends ProvenOptions {
  reason: string;
  alone?: boolean;
}

/** Commands for people who have lost their second factor. */
export function addSecondFactorCommands(program: Command, context: Context): void {
  provenCommand(program, 'restore-second-factor')
    .description('propose to take all second factors off a person who has lost them; another operator accepts it')
    .argument('<username>')
    .requiredOption('--reason <text>', 'how you know that it is them')
    .option('--alone', 'at once, where there is no other operator: everybody concerned is told')
    .action((username: string, { reason, alone = false, ...options }: Options) =>
      runProven(context, 'restore-second-factor', options, async (step, operator) => {
        const { tx, at } = step;
        const person = await lockPersonByName(tx, username);
        if (person === undefined) throw new CommandError(`There is no user "${username}".`);
        const others = (await readOperators(tx)).filter((id) => id !== person.id && id !== operator.id);
        if (!alone) {
          const change = { kind: 'second_factor', personId: person.id } as const;
          const proposing = { change, reason, username: person.username };
          return told(await proposeChange(step, operator, proposing, context.reversalDays()), () => []);
        }
        if (others.length > 0)
          throw new CommandError('There is another operator, who can accept it: leave --alone out.');
        await takeFactorsOff(tx, person.id, at);
        const removed = await factorsRemoved(tx, person.id);
        return {
          ...removed,
          before: {},
          after: { ...removed.after, reason, alone: true },
          lines: [
            `Took the second factors off ${person.username}, and ended the sessions. They sign in by the password alone.`,
            'The members of their accounts and of the platform are told.',
          ],
        };
      }),
    );
}
