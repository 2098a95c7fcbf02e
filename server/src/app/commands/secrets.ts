import type { Command } from 'commander';
import { singleStatement } from '../../db/tx.ts';
import { allSecrets, deriveKey, type ServerSecrets } from '../../kernel/derive-key.ts';
import { resealPushKey } from '../../modules/alerts/index.ts';
import { insertSecret, readWhatRests } from '../../modules/platform/index.ts';
import { resealTotps } from '../../modules/second-factor/index.ts';
import { CommandError, type Context } from './context.ts';

const NAME_BYTES = 8;

/** A name that tells nothing of the secret. */
const nameOf = (secret: Uint8Array): string =>
  deriveKey(secret, 'name of the secret').export().toString('hex', 0, NAME_BYTES);

/** Seals anew what is sealed in the database. Safe to break off, to repeat, and beside whoever works. */
export function addSecretCommand(program: Command, { withDatabase, print, clock, secrets }: Context): void {
  program
    .command('rotate-secret')
    .description(
      'seal what is kept under KANTOR_OTHER_JWT_SECRET with KANTOR_JWT_SECRET, and tell what rests on the former',
    )
    .action(() => {
      const known: ServerSecrets = secrets();
      const [first, ...others] = allSecrets(known);
      if (others.length === 0)
        throw new CommandError('Set KANTOR_OTHER_JWT_SECRET: see docs/operations.md, "Another secret".');
      return withDatabase(async (db) => {
        await singleStatement(db, (statement) => insertSecret(statement, nameOf(first), clock()));
        await resealPushKey(db, known);
        const { resealed, unreadable } = await resealTotps(db, known);
        print(`Sealed with the new secret: the codes of ${resealed} people, and the keys of pushes.`);
        if (unreadable > 0) print(`The codes of ${unreadable} people are under neither secret: they set them up anew.`);
        const { phones, endpoints, people, orders } = await readWhatRests(db, nameOf(first));
        if (phones + endpoints + people + orders === 0)
          return print('Nothing rests on the former secret: KANTOR_OTHER_JWT_SECRET may go.');
        print(
          `On the former secret rest: ${phones} phones, ${endpoints} secrets of webhooks, recovery codes of ${people} people, payment links of ${orders} orders.`,
        );
        print('Keep KANTOR_OTHER_JWT_SECRET until they are replaced, or no longer matter.');
      });
    });
}
