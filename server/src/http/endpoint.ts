import type { Call } from '@kantor/contract/wire/call.ts';
import { type KeyScope, opens, SCOPE_MISSING } from '@kantor/contract/plain/api-keys.ts';
import { type MemberRole, mayDo, type Need, type Role } from '@kantor/contract/plain/rights.ts';
import { EVENT_STREAM } from '@kantor/contract/wire/events.ts';
import {
  PASSWORD_REQUIRED,
  SECOND_FACTOR_MISSING,
  STEP_UP_HEADER,
  type StepUpPurpose,
} from '@kantor/contract/plain/step-up.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isRepeated, textOf } from '../kernel/encoded.ts';
import { ApiError, forbidden } from '../kernel/errors.ts';
import { createCallerGate } from './caller-gate.ts';
import { apiErrorOf } from './problem.ts';
import { type Incoming, readForm, sizeOf, type Upload } from './uploads.ts';

/** The caller, by their token. */
export interface Caller {
  /** Of the account. */
  id: string;
  role: Role;
  /** What the person is in the account; a merchant's server is nobody. */
  memberRole?: MemberRole;
  /** Who signed in; a merchant's server is nobody. */
  person?: { id: string; username: string };
  /** They must have a second factor, and have not set it up: little is open to them. */
  lacksFactor?: boolean;
  /** The sign-in behind a person's access token, and the token's end. A merchant's server has none. */
  session?: { id: string; expiresAt: Date };
  /** The key of a merchant's server. */
  apiKey?: { id: string; scopes: readonly KeyScope[]; isTest: boolean };
}

/** Finds the caller of a request. @throws ApiError 401 when there is none that may call. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller>;

/** Asks a caller to prove anew that they are themselves. @throws ApiError 403 unless they have, for this purpose. */
export type AssertStepUp = (caller: Caller, purpose: StepUpPurpose, token: string | undefined) => Promise<void>;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

interface Input<C extends Call> {
  params: Parsed<C['params']>;
  query: Parsed<C['query']>;
  body: C extends { upload: string } ? undefined : Parsed<C['body']>;
  caller: C['right'] extends 'public' ? undefined : Caller;
  /** Of a call with `stepUpFor`: the refusal of whoever has not proven themselves anew, for when it turns out that they must. */
  unproven: ApiError | undefined;
  /** The form of a call with `upload`, to be read when the caller may send it: its one file, and `body` as its other fields. */
  form: Incoming<{ file: Upload; fields: Parsed<C['body']> }>;
  request: FastifyRequest;
  /** For a header that the call's definition does not name, such as a cookie. */
  reply: FastifyReply;
}

type Handler<C extends Call> = (input: Input<C>) => Promise<z.output<C['response']>>;

/** Whether somebody may make a call, or do what takes that right. */
export function mayCall({ role, memberRole, apiKey }: Caller, need: Exclude<Need, 'public'>): boolean {
  if (need === 'api_key') return apiKey !== undefined;
  if (memberRole === undefined) return false;
  return need === 'signed_in' || mayDo({ role, memberRole }, need);
}

const SCOPE_NAMES: Record<KeyScope, string> = {
  orders: 'заказы и апелляции',
  payouts: 'выплаты',
  withdrawals: 'выводы',
  read: 'чтение',
};

/** @throws ApiError 403 for a key without the call's scope. */
function assertScope({ apiKey }: Caller, { method, scope }: Call): void {
  if (apiKey === undefined || scope === undefined || opens(apiKey.scopes, { method, scope }) || scope === 'any') return;
  throw forbidden(
    `У ключа API нет права «${scope}» (${SCOPE_NAMES[scope]}). Создайте ключ с этим правом в разделе «Разработчику»`,
    SCOPE_MISSING,
  );
}

/** The refusal of a caller who would have to prove themselves anew; undefined when they have. */
async function refusalOf(proof: Promise<void> | undefined): Promise<ApiError | undefined> {
  try {
    await proof;
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === PASSWORD_REQUIRED) return error;
    throw error;
  }
}

const factorMissing = () =>
  forbidden('Настройте второй фактор в разделе «Безопасность», чтобы продолжить', SECOND_FACTOR_MISSING);

/** On an answer that an earlier request of the same key got. */
const REPLAYED_HEADER = 'idempotent-replayed';

/** A call that takes no body may be sent an empty one. */
const noBody = z.strictObject({}).nullish();
const noQuery = z.strictObject({});

function bodySchema(call: Call): z.ZodType | undefined {
  if (call.method === 'GET' || call.upload !== undefined) return undefined;
  return call.body ?? noBody;
}

/** The media type of an answer that is not JSON: what the handler has named, if the call lets it. */
function typeOf({ type = '', otherTypes = [] }: Call, reply: FastifyReply): string {
  const named = String(reply.getHeader('content-type') ?? '');
  return otherTypes.includes(named) ? named : type;
}

/** @throws ApiError 400 that names the fields, 404 when an id of the path is impossible. */
export function parse(schema: z.ZodType | undefined, value: unknown, where: string): unknown {
  if (schema === undefined) return undefined;
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw apiErrorOf(result.error, where);
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/**
 * Makes functions that bind calls of the contract to handlers. Requests and answers pass the call's
 * schemas: the handler sees parsed values (money as bigint), the client only fields that the contract names.
 */
export function endpoints(app: FastifyInstance, authenticate: Authenticate, assertStepUp?: AssertStepUp) {
  const inTurn = createCallerGate();
  return function bind<C extends Call>(call: C, handler: Handler<C>): void {
    if (call.stepUp !== undefined && assertStepUp === undefined) throw new Error(`${call.path} needs a step-up`);
    app.route({
      method: call.method,
      url: call.path,
      config: { call },
      // Nobody would end a stream that was opened for its head alone.
      exposeHeadRoute: call.type !== EVENT_STREAM,
      handler: async (request, reply) => {
        let caller: Caller | undefined;
        if (call.right !== 'public') {
          caller = await authenticate(request);
          if (!mayCall(caller, call.right)) throw forbidden();
          assertScope(caller, call);
          if (caller.lacksFactor && !call.beforeSecondFactor) throw factorMissing();
        }
        const input = {
          params: parse(call.params, request.params, 'params'),
          query: parse(call.query ?? noQuery, request.query, 'query'),
          body: parse(bodySchema(call), request.body, 'body'),
          caller,
          form: {
            size: sizeOf(request),
            read: async () => {
              const form = await readForm(request, {
                upload: call.upload ?? 'file',
                hasFields: call.body !== undefined,
              });
              return { ...form, fields: parse(call.body, form.fields, 'body') };
            },
          },
          request,
          reply,
        } as Input<C>;
        const handle = async () => {
          if (call.stepUp === undefined || caller === undefined) return handler(input);
          const unproven = await refusalOf(assertStepUp?.(caller, call.stepUp, headerOf(request, STEP_UP_HEADER)));
          if (unproven !== undefined && call.stepUpFor === undefined) throw unproven;
          return handler({ ...input, unproven });
        };
        const handled = caller ? await inTurn(caller.apiKey?.id ?? caller.id, handle) : await handler(input);
        const written = textOf(handled);
        const answer = written ?? z.encode(call.response, handled);
        reply.code(call.ok);
        if (isRepeated(handled)) reply.header(REPLAYED_HEADER, 'true');
        if (call.ok === 204) return reply.send();
        if (call.headers !== undefined) reply.headers(call.headers);
        if (call.type !== undefined) return reply.type(typeOf(call, reply)).send(answer);
        return reply.type('application/json').send(written ?? JSON.stringify(answer));
      },
    });
  };
}

export type Bind = ReturnType<typeof endpoints>;
