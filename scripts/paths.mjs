import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from './texts.mjs';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = join(ROOT, 'node_modules', '.bin');

/** The Node that came with the packages; where there is none for the platform, ours when it is new enough. */
export function pinnedNode() {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = platform === 'win' ? 'node.exe' : 'node';
  const pinned = join(ROOT, 'node_modules', `node-${platform}-${process.arch}`, 'bin', name);
  if (existsSync(pinned)) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  throw new Error(text('noNode'));
}

/** A program of the packages. @param {string} name */
export function program(name) {
  return join(BIN, process.platform === 'win32' ? `${name}.cmd` : name);
}

/** The environment in which programs of the packages find each other and the pinned Node. */
export function environment() {
  return {
    ...process.env,
    PATH: [BIN, process.env.PATH].join(delimiter),
    // Node keeps its compiled code between starts: it saves half a second on a small machine.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules', '.cache', 'node'),
  };
}

/** The environment without the packages, for npm to replace them. */
export function systemEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...process.env, PATH: path.join(delimiter) };
}
