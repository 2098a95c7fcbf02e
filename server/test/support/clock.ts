import type { Clock } from '../../src/kernel/clock.ts';

/** Noon in Moscow on some day. */
export const NOON = new Date('2026-11-20T09:00:00Z');

/** A clock that stands still until the test moves it; `running`: on top of this machine's, as other processes have it. */
export function createTestClock(now: Date | 'running') {
  let passed = 0;
  const clock: Clock = () => new Date((now === 'running' ? Date.now() : now.getTime()) + passed);
  return {
    clock,
    /** Moves the clock. */
    pass: (milliseconds: number) => {
      passed += milliseconds;
    },
  };
}
