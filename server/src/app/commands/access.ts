import type { Command } from 'commander';

/** Adds the options of a command that ends a user's access. */
export const withKeep = (command: Command): Command =>
  command
    .option('--keep-keys', "leave a merchant's API keys in force")
    .option('--keep-phones', "leave a trader's phones connected");
