export {
  forgetOldAnswers,
  type IdempotentRequest,
  idempotentRequest,
  once,
  onceIfKeyed,
  optionalKey,
} from './service.ts';
