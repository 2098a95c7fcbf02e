/** All of ours begin so; `PORT`, `HOST` and the like belong to others too. */
const PREFIX = 'KANTOR_';
/** What Kubernetes tells every container of a service named kantor. */
const OF_KUBERNETES = /^KANTOR_(?:\w+_)?(?:SERVICE_(?:HOST|PORT)(?:_\w+)?|PORT_\d+_(?:TCP|UDP)(?:_\w+)?)$/;
const ADDRESS_OF_KUBERNETES = /^(?:tcp|udp):\/\//;
/** Beyond this share of its letters a name is another one. */
const MAX_CHANGED_SHARE = 0.4;

/** The letters to insert, delete or replace between two words (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of from.split('').entries()) {
    const next = [i + 1];
    for (const [j, other] of to.split('').entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const ownPart = (text: string) => (text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text);
  const part = ownPart(name);
  const best = known
    .map((other) => ({ other, changed: distance(part, ownPart(other)) }))
    .reduce((left, right) => (right.changed < left.changed ? right : left));
  if (best.changed <= Math.ceil(part.length * MAX_CHANGED_SHARE)) return best.other;
  // The rest of a name is forgotten more often than it is misspelt.
  return known.find((other) => ownPart(other).startsWith(`${part}_`));
}

/**
 * Names each setting that nobody reads: a misspelt one would be left out in silence. Values are not shown.
 * @param given the variables that are set
 * @param known the names of all settings
 * @returns a sentence for each.
 */
export function unknownSettings(given: NodeJS.ProcessEnv, known: readonly string[]): string[] {
  const isOfOthers = (name: string) =>
    OF_KUBERNETES.test(name) || (name.endsWith('_PORT') && ADDRESS_OF_KUBERNETES.test(given[name] ?? ''));
  return Object.keys(given)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name) && !isOfOthers(name))
    .map((name) => {
      const meant = nearest(name, known);
      return meant ? `${name} is unknown; did you mean ${meant}?` : `${name} is unknown: docs/settings.md lists them.`;
    });
}
