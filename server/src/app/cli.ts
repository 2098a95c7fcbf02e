import { hostname, userInfo } from 'node:os';
import { type Clock, systemClock } from '../kernel/clock.ts';
import { addCareCommands } from './care/commands.ts';
import { buildProgram } from './commands/program.ts';
import { readPassword } from './read-password.ts';
import { readSettings, secretsOf } from './settings.ts';
import { withDatabase } from './with-database.ts';

/** The account that runs us; in a container its number may have no name. */
function osUser(): string {
  let name = `uid ${process.getuid?.() ?? '?'}`;
  try {
    name = userInfo().username;
  } catch {}
  return `${name}@${hostname()}`;
}

/** The database's, once there is one: a command's machine may be minutes off. */
let clock: Clock = systemClock;

const program = buildProgram({
  withDatabase: (work) =>
    withDatabase(readSettings(), (opened) => {
      ({ clock } = opened);
      return work(opened.db, opened.openReads);
    }),
  print: (line) => console.log(line),
  clock: () => clock(),
  depositKey: () => readSettings().tron.depositKey,
  filePlace: () => readSettings(),
  osUser: osUser(),
  secrets: () => secretsOf(readSettings()),
  rates: () => readSettings().rates,
  reversalDays: () => readSettings().reversalDays,
  secondOperatorAbove: () => readSettings().secondOperatorAbove,
  chainNode: () => {
    const { url, apiKey, contract } = readSettings().tron;
    return url === undefined ? undefined : { url, apiKey, contract };
  },
  readPassword: (username) => readPassword(username),
});

addCareCommands(program, { settings: readSettings, print: (line) => console.log(line) });

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
