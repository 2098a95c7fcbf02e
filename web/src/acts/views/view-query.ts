/** What of a list's address a view keeps: everything but the place in the list. */
export function viewQuery(scope: string): string {
  const query = new URLSearchParams(scope);
  query.delete('page');
  query.delete('before');
  return query.toString();
}

/** Whether two addresses mean the same, in whatever order their filters stand. */
export function isSameQuery(a: string, b: string): boolean {
  const sorted = (query: string) => {
    const params = new URLSearchParams(query);
    params.sort();
    return params.toString();
  };
  return sorted(a) === sorted(b);
}
