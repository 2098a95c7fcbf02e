import { SECOND_FACTOR_MISSING } from '@kantor/contract/plain/step-up.ts';
import { createStore } from '@/shared/lib/create-store';
import { readProblem } from '@/shared/lib/problem';

/** Whether the server waits for the person to set up a second factor: until then nothing else is open to them. */
export const missingFactor = createStore(false);

/** Notes what a refused call says about it. */
export function noteMissingFactor(error: unknown): void {
  if (error !== undefined && readProblem(error).code === SECOND_FACTOR_MISSING) missingFactor.set(true);
}
