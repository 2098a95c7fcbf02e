export { forgetOldAnswers } from './jobs.ts';
export { type Once, once, onceIfKeyed } from './service.ts';
export { idempotentRequest, optionalKey } from './wire.ts';
