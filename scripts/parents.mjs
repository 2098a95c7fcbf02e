import { existsSync, readFileSync } from 'node:fs';

const POLL_MS = 500;

/**
 * npm runs us through a shell, and a signal to npm ends the shell without reaching us. So when one of the two is
 * gone, that is taken for the signal.
 * @param {() => void} onGone
 */
export function watchParents(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const before = parents();
  setInterval(() => parents() !== before && onGone(), POLL_MS).unref();
}

/** The shell, and where the system tells it, npm. A process whose parent ends gets another one. */
function parents() {
  const stat = `/proc/${process.ppid}/stat`;
  // The name in parentheses may hold anything; after it come the state and the parent.
  const above = existsSync(stat) ? /\) \S+ (\d+)/.exec(readFileSync(stat, 'utf8'))?.[1] : '';
  return `${process.ppid} ${above}`;
}
