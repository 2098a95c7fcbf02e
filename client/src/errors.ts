import type { Code, Problem } from './types.ts';

/** The server decided against a call. `code` is for programs, the message for people; `requestId` finds it at the operator's. */
export class KantorError extends Error {
  override readonly name = 'KantorError';
  readonly status: number;
  readonly code: Code;
  /** By field. */
  readonly errors: Record<string, string[]>;
  readonly requestId: string | undefined;

  /** Of a call that does something: with it the call may be repeated. */
  readonly idempotencyKey: string | undefined;

  constructor({ status, code, detail, errors = {}, request_id: requestId }: Problem, idempotencyKey?: string) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.requestId = requestId;
    this.idempotencyKey = idempotencyKey;
  }

  /** Whether it is this refusal: `error.is('sum_impossible')`. */
  is(...codes: Code[]): boolean {
    return codes.includes(this.code);
  }
}

/** No answer came, however often it was tried: whether the call had its effect is not known. Repeat it with this key. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly idempotencyKey: string | undefined;

  constructor(cause: unknown, idempotencyKey: string | undefined) {
    super('Kantor did not answer', { cause });
    this.idempotencyKey = idempotencyKey;
  }
}
