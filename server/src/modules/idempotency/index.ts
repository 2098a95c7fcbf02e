export { forgetOldAnswers } from './jobs.ts';
export { type Once, once, idempotentRequest, onceIfKeyed, optionalKey } from './service.ts';
