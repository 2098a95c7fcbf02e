/** An error that a client sees: an RFC 9457 problem with a Russian sentence a person can act on. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: Record<string, string[]> | undefined;
  /** Seconds after which it is worth trying again. */
  readonly retryAfter?: number;
  /** Further members of the document (RFC 9457, 3.2). */
  readonly more?: Record<string, unknown>;

  constructor(status: number, code: string, detail: string, errors?: Record<string, string[]>) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** 429 `rate_limited`, with the seconds after which to come back. */
export class RateLimited extends ApiError {
  override readonly retryAfter: number;

  constructor(detail: string, waitMs: number) {
    super(429, 'rate_limited', detail);
    this.retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  }
}

export const badRequest = (errors: Record<string, string[]>) =>
  new ApiError(400, 'invalid', 'Проверьте данные запроса', errors);
export const unauthorized = (detail = 'Войдите в систему', code = 'unauthorized') => new ApiError(401, code, detail);
export const forbidden = (detail = 'Это действие вам недоступно', code = 'forbidden') =>
  new ApiError(403, code, detail);
/** Also the answer for someone else's object: its existence is not revealed. */
export const notFound = (detail = 'Не найдено') => new ApiError(404, 'not_found', detail);
export const conflict = (code: string, detail: string) => new ApiError(409, code, detail);
