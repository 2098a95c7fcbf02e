type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  description: string;
  parameters: { name: string; in: string; required?: boolean; schema: Json; description?: string }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: Json }> }>;
}
export interface Described {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  components: {
    schemas: Record<string, Json>;
    responses: Record<string, { content: Record<string, { schema: Json }> }>;
  };
}

const quoted = (text: unknown) => `'${String(text)}'`;
const nameOfRef = (ref: unknown) => String(ref).split('/').at(-1) ?? '';
const commented = (text: unknown) => (typeof text === 'string' ? `/** ${text.replaceAll('*/', '')} */\n` : '');

function typeOf(schema: Json): string {
  const { $ref, anyOf, type, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) return nameOfRef($ref);
  if (Array.isArray(schema['enum'])) return schema['enum'].map(quoted).join(' | ');
  if (Array.isArray(anyOf)) return (anyOf as Json[]).map(typeOf).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one })).join(' | ');
  if (type === 'array') {
    const row = typeOf(items as Json);
    return row.includes('|') ? `(${row})[]` : `${row}[]`;
  }
  if (type === 'integer') return 'number';
  if (schema['contentMediaType'] !== undefined) return 'Blob';
  if (type !== 'object') return String(type);
  if (properties === undefined) return `Record<string, ${typeOf(additionalProperties as Json)}>`;
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  const fields = Object.entries(properties as Record<string, Json>).map(([name, field]) => {
    const mayBeNumber =
      field['type'] === 'string' && field['example'] === '1500.00' && schema['additionalProperties'] === false;
    const type = `${typeOf(field)}${mayBeNumber ? ' | number' : ''}`;
    return `${commented(field['description'])}${name}${required.has(name) ? '' : '?'}: ${type}${required.has(name) ? '' : ' | undefined'};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

const first = (content: Record<string, { schema: Json }> | undefined) => Object.entries(content ?? {})[0];

function callOf(path: string, { operationId, description, parameters, requestBody, responses }: Operation) {
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const [type, body] = first(requestBody?.content) ?? [];
  const nullable = body?.schema['anyOf'] as Json[] | undefined;
  const takes =
    type === undefined ? (queries.length > 0 ? 'query' : '') : type === 'application/json' ? 'body' : 'form';
  const query = queries.map(({ name, schema, description: what }) => {
    const isMoment = schema['format'] === 'date-time';
    return `${commented(what)}${name}?: ${typeOf(schema)}${isMoment ? ' | Date' : ''};`;
  });
  const parts = [
    path.includes('{id}') ? 'id: string' : '',
    takes === 'query' ? `query?: {\n${query.join('\n')}\n}` : '',
    takes === 'body' || takes === 'form'
      ? `body${nullable === undefined ? '' : '?'}: ${typeOf(nullable?.[0] ?? body?.schema ?? {})}`
      : '',
    'options?: CallOptions',
  ].filter((part) => part !== '');
  const [, ok] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const [mediaType, said] = first(ok?.content) ?? [];
  const answer = mediaType === 'application/octet-stream' ? 'Uint8Array' : typeOf(said?.schema ?? {});
  return {
    name: operationId,
    takes,
    text: `${commented(description)}${operationId}: (${parts.join(', ')}) => Promise<${answer}>;`,
  };
}

/** Two spaces for each brace that is open. */
function indented(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    if (line.startsWith('}')) depth -= 1;
    const shown = `${'  '.repeat(depth)}${line}`;
    if (line.endsWith('{')) depth += 1;
    return shown;
  });
  return `${lines.join('\n')}\n`;
}

/** The text of src/types.ts: the shapes and calls of the description of the merchant API. */
export function typesOf({ paths, webhooks, components }: Described): string {
  const schemas = Object.entries(components.schemas).map(([name, schema]) => {
    const text = typeOf(schema);
    return `${commented(schema['description'])}export ${text.startsWith('{') ? `interface ${name} ${text}` : `type ${name} = ${text};`}`;
  });
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      ...callOf(path, operation),
    })),
  );
  const codes = Object.values(components.responses).flatMap(({ content }) => {
    const all = first(content)?.[1].schema['allOf'] as [Json, { properties: { code: { enum: string[] } } }];
    return all[1].properties.code.enum;
  });
  const messages = Object.values(webhooks).map(({ post }) =>
    typeOf(first(post.requestBody?.content)?.[1].schema ?? {}),
  );
  const parts = [
    '// Made of the description of the merchant API by test/support/types.ts: do not change it here.',
    "import type { CallOptions } from './options.ts';",
    ...schemas,
    `/** A message of a webhook. */\nexport type Message = ${messages.join(' | ')};`,
    `/** Every refusal, and those to come. 'unknown': not of the API, but of something on the way. */\nexport type Code = ${[...new Set(codes)].toSorted().map(quoted).join(' | ')} | 'unknown' | (string & {});`,
    `/** The calls. */\nexport interface Calls {\n${calls.map(({ text }) => text).join('\n')}\n}`,
    `/** @internal */\nexport const OPERATIONS = {\n${calls.map(({ name, method, path, takes }) => `${name}: ['${method}', '${path}', '${takes}'],`).join('\n')}\n} as const;`,
  ];
  return indented(parts.join('\n\n'));
}
