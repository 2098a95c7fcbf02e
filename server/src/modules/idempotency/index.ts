export {
  forgetOldAnswers,
  type IdempotentRequest,
  idempotentRequest,
  keptAnswer,
  once,
  onceIfKeyed,
  optionalKey,
} from './service.ts';
