interface Problem {
  status: number | undefined;
  detail: string | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Reads what a failed call says: its HTTP status, when there was one, and the problem document's sentence. */
export function readProblem(error: unknown): Problem {
  if (!isRecord(error)) return { status: undefined, detail: undefined };
  const detail = isRecord(error['data']) ? error['data']['detail'] : undefined;
  return {
    status: typeof error['status'] === 'number' ? error['status'] : undefined,
    detail: typeof detail === 'string' && detail !== '' ? detail : undefined,
  };
}
