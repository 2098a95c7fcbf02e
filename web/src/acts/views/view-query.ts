/** What of a list's address a view keeps: everything but the place in the list. */
export function viewQuery(scope: string): string {
  const query = new URLSearchParams(scope);
  query.delete('page');
  query.delete('before');
  return query.toString();
}

const sorted = (query: string): string => {
  const params = new URLSearchParams(query);
  params.sort();
  return params.toString();
};

/** Whether two addresses mean the same, in whatever order their filters stand. */
export const isSameQuery = (a: string, b: string): boolean => sorted(a) === sorted(b);
