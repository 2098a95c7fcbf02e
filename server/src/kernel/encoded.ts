const texts = new WeakMap<object, string>();

/** Remembers the JSON of an answer that was written already, by its call's schema. */
export function rememberText(answer: unknown, json: string): void {
  if (typeof answer === 'object' && answer !== null) texts.set(answer, json);
}

const repeated = new WeakSet<object>();

/** Remembers that an answer is the one that an earlier request of the same key got. */
export function markRepeated(answer: unknown): void {
  if (typeof answer === 'object' && answer !== null) repeated.add(answer);
}

export const isRepeated = (answer: unknown): boolean =>
  typeof answer === 'object' && answer !== null && repeated.has(answer);

/** The JSON of an answer, if it was written already. */
export const textOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null ? texts.get(answer) : undefined;
