import { hostname, userInfo } from 'node:os';
import { systemClock } from '../kernel/clock.ts';
import { buildProgram } from './commands/program.ts';
import { readPassword } from './read-password.ts';
import { readSettings } from './settings.ts';
import { withDatabase } from './with-database.ts';

/** The account that runs us; in a container its number may have no name. */
function osUser(): string {
  let name = `uid ${process.getuid?.() ?? '?'}`;
  try {
    name = userInfo().username;
  } catch {}
  return `${name}@${hostname()}`;
}

const program = buildProgram({
  withDatabase: (work) => withDatabase(readSettings(), work),
  print: (line) => console.log(line),
  clock: systemClock,
  depositKey: () => readSettings().tron.depositKey,
  osUser: osUser(),
  rates: () => readSettings().rates,
  reversalDays: () => readSettings().reversalDays,
  readPassword: (username) => readPassword(username),
});

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
