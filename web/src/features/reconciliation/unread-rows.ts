import { readProblem } from '@/shared/lib/problem';

/** The rows that a file was refused for, each a sentence that names its line and column. */
export function unreadRows(error: unknown): readonly string[] {
  if (readProblem(error).code !== 'unread_rows') return [];
  const { data } = error as { data: { errors?: Record<string, string[]> } };
  return data.errors?.['rows'] ?? [];
}
