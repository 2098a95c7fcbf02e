import type { FastifyInstance } from 'fastify';

export interface Answer {
  status: number;
  /** Parsed JSON, as it was really sent. */
  body: ReturnType<typeof JSON.parse>;
  headers: Record<string, unknown>;
}

export interface Send {
  method?: 'GET' | 'POST' | 'PATCH';
  /** An API key, or an access token, or where to get one. */
  token?: string | (() => Promise<string>);
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
}

export interface UploadForm {
  /** The file's field, its name and its content. */
  field: string;
  name: string;
  bytes: Buffer;
  /** The form's other fields. */
  fields?: Record<string, string>;
  method?: 'POST' | 'PATCH';
  headers?: Record<string, string>;
}

/** Sends one request to an app without a network. */
export async function send(
  app: FastifyInstance,
  url: string,
  { method = 'GET', token, body, headers }: Send = {},
): Promise<Answer> {
  const bearer = typeof token === 'function' ? await token() : token;
  const response = await app.inject({
    method,
    url,
    headers: {
      'content-type': 'application/json',
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.statusCode,
    body: response.body === '' ? undefined : JSON.parse(response.body),
    headers: response.headers,
  };
}
