interface Problem {
  status: number | undefined;
  code: string | undefined;
  detail: string | undefined;
  /** Under which the server has logged a fault of its own. */
  requestId: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Reads what a failed call says: its HTTP status, when there was one, and the problem document's code, sentence and id. */
export function readProblem(error: unknown): Problem {
  if (!isRecord(error)) return { status: undefined, code: undefined, detail: undefined, requestId: undefined };
  const { detail, code, request_id: requestId } = isRecord(error['data']) ? error['data'] : {};
  const status = typeof error['status'] === 'number' ? error['status'] : undefined;
  const isServers = status !== undefined && status >= 500;
  return {
    status,
    code: typeof code === 'string' ? code : undefined,
    detail: typeof detail === 'string' && detail !== '' ? detail : undefined,
    requestId: isServers && typeof requestId === 'string' && requestId !== '' ? requestId : undefined,
  };
}

/** The server's objections to the fields of a form, the first sentence for each. */
export function fieldErrors(error: unknown): Partial<Record<string, string>> {
  const data = isRecord(error) ? error['data'] : undefined;
  const errors = isRecord(data) ? data['errors'] : undefined;
  if (!isRecord(errors)) return {};
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, sentences]) => {
      const first: unknown = Array.isArray(sentences) ? sentences[0] : sentences;
      return typeof first === 'string' ? [[field, first]] : [];
    }),
  );
}
