import { processes } from '../embedded-postgres/src/processes.mjs';

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

/** The shell, and where the system tells it cheaply, npm. A process whose parent ends gets another one. */
function parents() {
  const above = process.platform === 'linux' ? processes(process.ppid)[0]?.parent : undefined;
  return `${process.ppid} ${above}`;
}
