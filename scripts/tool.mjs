import { join } from 'node:path';
import { ROOT, environment, pinnedNode } from './paths.mjs';
import { start } from './processes.mjs';

/**
 * Runs one of our command lines. Returns its exit code.
 * @param {string} file
 * @param {string[]} args
 * @param {readonly string[]} [nodeArguments]
 */
export function runTool(file, args, nodeArguments = []) {
  const options = { env: environment(), stdio: /** @type {const} */ ('inherit'), foreground: true };
  return start(pinnedNode(), [...nodeArguments, join(ROOT, file), ...args], options).ended;
}
