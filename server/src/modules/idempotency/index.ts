export { forgetOldAnswers } from './jobs.ts';
export { keepAnswers, type Once, once, onceIfKeyed, takeFreeKeys, unkept } from './service.ts';
export { idempotentRequest, optionalKey } from './wire.ts';
