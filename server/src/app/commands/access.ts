import type { Command } from 'commander';
import type { Facts } from '../../modules/audit/index.ts';

/** Adds the options of a command that ends a user's access. */
export const withKeep = (command: Command): Command =>
  command
    .option('--keep-keys', "leave a merchant's API keys in force")
    .option('--keep-phones', "leave a trader's phones connected");

const LINES = {
  ended_api_keys: 'Ended the API keys',
  kept_api_keys: 'Kept the API keys',
  ended_phones: 'Ended the phones',
  kept_phones: 'Kept the phones',
} as const;

/** What the end of an access has ended, as its facts say. */
export const accessLines = (facts: Facts): string[] =>
  Object.entries(LINES).flatMap(([name, what]) => (facts[name] ? [`${what}: ${facts[name]}.`] : []));
