import type { Call, Problem } from '@kantor/contract/wire/call.ts';
import { refusalsOf } from '@kantor/contract/wire/refusals.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { unavailableForMs } from '../db/unavailable.ts';
import { SECOND } from '../kernel/clock.ts';
import { badRequest, notFound, ApiError } from '../kernel/errors.ts';
import { dropUnread } from './body-pace.ts';
import { logOf, noteFailure } from './request-log.ts';

const TITLES: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  408: 'Request Timeout',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Refusals of the server's own machinery before a handler runs, in words a person can act on. */
const SENTENCES: Record<number, [code: string, detail: string]> = {
  400: ['malformed', 'Запрос не удалось прочитать'],
  404: ['not_found', 'Не найдено'],
  408: ['timeout', 'Запрос пришёл слишком медленно. Повторите попытку'],
  413: ['too_large', 'Запрос слишком большой'],
  415: ['media_type', 'Отправьте данные в формате JSON'],
  429: ['rate_limited', 'Слишком много запросов. Подождите немного и повторите'],
  431: ['headers_too_large', 'Заголовки запроса слишком большие'],
  503: ['unavailable', 'Сервис временно недоступен. Повторите попытку через несколько секунд'],
};

/** The form that every error of the API takes (RFC 9457). */
function toProblem(error: ApiError, requestId: string): Problem {
  return {
    type: 'about:blank',
    title: TITLES[error.status] ?? 'Error',
    status: error.status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    ...(error.errors && { errors: error.errors }),
    ...error.more,
  };
}

/** The faults of each field; `where` is the name of the whole. */
export function errorsOf(error: z.ZodError, where: string): Record<string, string[]> {
  // Without a prototype: `constructor` and `__proto__` are fields like others.
  const errors = Object.create(null) as Record<string, string[]>;
  const add = (field: string, message: string) => (errors[field] ??= []).push(message);
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) add([...issue.path, key].join('.'), 'Неизвестное поле');
    } else {
      add(issue.path.join('.') || where, issue.message);
    }
  }
  return errors;
}

/** Names the fields that a schema refused. An address with an impossible id is an address of nothing. */
export const apiErrorOf = (error: z.ZodError, where: string): ApiError =>
  where === 'params' ? notFound() : badRequest(errorsOf(error, where));

/** When nothing says how long it takes. */
const UNAVAILABLE_MS = 2 * SECOND;

const UNEXPECTED = new ApiError(500, 'internal', 'Внутренняя ошибка сервера. Мы уже знаем о ней');

function asApiError(error: FastifyError | Error): ApiError {
  if (error instanceof ApiError) return error;
  const failed = 'statusCode' in error && error.statusCode ? error.statusCode : 500;
  const status = unavailableForMs(error) === undefined ? failed : 503;
  // The server of files says so of what cannot be a file of its folder.
  return status === 403 ? notFound() : (refusalOf(status) ?? UNEXPECTED);
}

function refusalOf(status: number): ApiError | undefined {
  const sentence = SENTENCES[status];
  if (sentence) return new ApiError(status, ...sentence);
  return status < 500 ? new ApiError(status, 'refused', 'Сервер не принимает такой запрос') : undefined;
}

/** 400: no request that could be read. */
export const malformed = (): ApiError => refusalOf(400) ?? UNEXPECTED;

/** The document of a refusal by the server's own machinery. */
export const problemOf = (status: number, requestId: string): Problem =>
  toProblem(refusalOf(status) ?? UNEXPECTED, requestId);

/** What the request's line says of an error: of one that nobody foresaw also where it came from. */
function failureOf(error: FastifyError | Error, answer: ApiError) {
  if (answer === UNEXPECTED) return { reason: answer.code, error };
  // A store that is not ours has failed us.
  if (answer.cause instanceof Error) return { reason: answer.code, error: answer.cause };
  const code = unavailableForMs(error) !== undefined && 'code' in error ? error.code : undefined;
  return { reason: answer.code, code };
}

/** The refusal that an error becomes, whatever it is written as. Why goes to the request's line, when to come back to the head. */
export function judgeError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): ApiError {
  const answer = asApiError(error);
  noteFailure(request, failureOf(error, answer));
  const waitMs = unavailableForMs(error) ?? UNAVAILABLE_MS;
  const retryAfter = answer.retryAfter ?? (answer.status === 503 ? waitMs / SECOND : undefined);
  if (retryAfter !== undefined) void reply.header('retry-after', String(retryAfter));
  void dropUnread(request.raw);
  return answer;
}

/** A code that the description of a merchant's call does not say. */
function isUndeclared({ code, status }: ApiError, { routeOptions }: FastifyRequest): boolean {
  const { call } = routeOptions.config as { call?: Call };
  return call?.right === 'api_key' && refusalsOf(call)[code] !== status;
}

/** As `answerError`, but for a merchant's call whose description does not say the code: 500 `internal`. For tests. */
export function answerDeclared(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const isHidden = error instanceof ApiError && isUndeclared(error, request);
  const said = isHidden && new Error(`${request.url} is refused with ${error.code}, which its call does not declare`);
  answerError(said || error, request, reply);
}

/** Answers every error as a problem document. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): void {
  const answer = judgeError(error, request, reply);
  if (isUndeclared(answer, request)) logOf(request).error('refusal_undeclared', { reason: answer.code });
  if (answer.status === 401) void reply.header('www-authenticate', 'Bearer');
  void reply
    .code(answer.status)
    .type('application/problem+json')
    .send(JSON.stringify(toProblem(answer, request.id)));
}
