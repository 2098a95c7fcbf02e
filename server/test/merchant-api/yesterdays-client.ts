import { readFile } from 'node:fs/promises';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { RawAnswer } from '../support/test-client.ts';
import type { Merchant } from '../support/people.ts';

/** The description of the merchant API as it was published on 23 November 2026; programs were written from it. */
const DOCUMENT = new URL('yesterday.openapi.json', import.meta.url);

interface Media {
  content?: Record<string, { schema: object }>;
}
interface Operation {
  parameters: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: Media;
  responses: Record<string, Media & { $ref?: string }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: { responses: Record<string, Media> };
}

/** What an answer or a message may bring besides what was described: further fields, and nothing else (decision 86). */
const withFurtherFields = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withFurtherFields);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([name, value]) => name !== 'additionalProperties' || value !== false);
  return Object.fromEntries(entries.map(([name, value]) => [name, withFurtherFields(value)]));
};

const schemaOf = ({ content = {} }: Media) => Object.values(content)[0]?.schema;

interface Sent {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: Record<string, unknown>;
  file?: File;
  key?: string;
}

/**
 * A merchant's program that was made from yesterday's description and never touched since: it sends what that allows, and holds each
 * answer and each message against it. @throws Error for whatever it does not know.
 */
export async function yesterdaysClient() {
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const known = new Map<object, ValidateFunction>();
  const check = (schema: object, value: unknown, what: string, mayGrow: boolean) => {
    const judge = known.get(schema) ?? ajv.compile(mayGrow ? (withFurtherFields(schema) as object) : schema);
    known.set(schema, judge);
    if (!judge(value)) throw new Error(`${what}: ${ajv.errorsText(judge.errors)}: ${JSON.stringify(value)}`);
  };
  const called = new Set<string>();

  /** Makes a call for a merchant's server. @returns the answer, which is as described. */
  async function call<Body>(
    merchant: Pick<Merchant, 'api'>,
    name: string,
    sent: Sent = {},
  ): Promise<Omit<RawAnswer<Body>, 'headers'>> {
    const [method = '', path = ''] = name.split(' ');
    const operation = document.paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${name} was not described`);
    called.add(name);
    const { params = {}, query = {}, body, file, key = crypto.randomUUID() } = sent;
    for (const field of Object.keys(query)) {
      if (!operation.parameters.some((known) => known.in === 'query' && known.name === field)) {
        throw new Error(`${name} has no ${field}`);
      }
    }
    const form = new FormData();
    if (file !== undefined) {
      for (const [field, value] of Object.entries(body ?? {})) form.set(field, String(value));
      form.set('file', file);
    } else if (operation.requestBody !== undefined && body !== undefined) {
      check(schemaOf(operation.requestBody) ?? {}, body, `${name} takes`, false);
    }
    const answer = await merchant.api.raw<Body>(
      { method: method as 'GET' | 'POST', path: path.replace('{id}', ':id') as `/${string}` },
      {
        params,
        query: new URLSearchParams(
          Object.fromEntries(Object.entries(query).map(([field, value]) => [field, String(value)])),
        ).toString(),
        ...(method === 'POST' && {
          body: file === undefined ? (body ?? {}) : form,
          headers: { 'idempotency-key': key },
        }),
      },
    );
    const declared = operation.responses[String(answer.status)];
    if (declared === undefined) throw new Error(`${name} answered ${answer.status}, which was not described`);
    const shared = declared.$ref === undefined ? declared : document.components.responses[answer.status];
    check(schemaOf(shared ?? {}) ?? {}, answer.body, `${name} answered ${answer.status}`, true);
    return answer;
  }

  /** Takes a message. @returns whether it knows its type: the guide told to pass over what one does not know. */
  function hear(raw: string): boolean {
    const message = JSON.parse(raw) as { type: string };
    const object = message.type.split('.')[0] ?? '';
    const schema = schemaOf(document.webhooks[object]?.post.requestBody ?? {}) as
      | { properties: { type: { enum: string[] } } }
      | undefined;
    if (schema === undefined || !schema.properties.type.enum.includes(message.type)) return false;
    check(schema, message, `The webhook ${message.type}`, true);
    return true;
  }

  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return { call, hear, described, called };
}
