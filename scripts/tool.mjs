import { join } from 'node:path';
import { ROOT, environment, pinnedNode } from './paths.mjs';
import { start } from './processes.mjs';
import { NODE_ARGUMENTS } from '../server/src/app/node-arguments.mjs';

/**
 * Runs one of our command lines, with the memory that a process of the server has. Returns its exit code.
 * @param {string} file
 * @param {string[]} args
 */
export function runTool(file, args) {
  const options = { env: environment(), stdio: /** @type {const} */ ('inherit'), foreground: true };
  return start(pinnedNode(), [...NODE_ARGUMENTS, join(ROOT, file), ...args], options).ended;
}
