import { systemClock } from '../kernel/clock.ts';
import { buildProgram } from './commands/program.ts';
import { readSettings } from './settings.ts';
import { withDatabase } from './with-database.ts';

const program = buildProgram({
  withDatabase: (work) => withDatabase(readSettings(), work),
  print: (line) => console.log(line),
  clock: systemClock,
  depositKey: () => readSettings().tron.depositKey,
});

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
