import { untilDecided } from '../harness/calls.ts';
import { type Gate, gate, noneOf } from '../harness/gates.ts';

/** Something that a client wanted to happen, and the fact by which the database shows it (`facts.ts`). */
interface Operation {
  fact: string;
  isAcknowledged: boolean;
}

/** What clients asked for, in the storm's own memory: it outlives whatever is killed. */
export function createJournal() {
  const operations: Operation[] = [];
  const undecided: string[] = [];
  let acknowledged = 0;
  let repeated = 0;
  return {
    acknowledged: () => acknowledged,
    /** Makes a call until the server has decided, and writes down that it was acknowledged as soon as it was. */
    async perform<Answer>(
      make: () => Promise<Answer>,
      factOf: (answer: Answer | undefined) => string,
    ): Promise<Answer | undefined> {
      try {
        const decided = await untilDecided(make);
        if (decided.tries > 1) repeated += 1;
        const answer = decided.kind === 'answer' ? decided.answer : undefined;
        operations.push({ fact: factOf(answer), isAcknowledged: answer !== undefined });
        if (answer !== undefined) acknowledged += 1;
        return answer;
      } catch (error) {
        undecided.push(`${factOf(undefined)}: ${String(error)}`);
        return undefined;
      }
    },
    /** @param facts how often the database has each fact. */
    compare(facts: ReadonlyMap<string, number>): Gate[] {
      const lost = operations.filter(({ fact, isAcknowledged }) => isAcknowledged && !facts.has(fact));
      const doubled = operations.filter(({ fact }) => (facts.get(fact) ?? 0) > 1);
      return [
        noneOf(
          'acknowledged operations that are not there',
          lost.map(({ fact }) => fact),
          acknowledged,
        ),
        noneOf(
          'operations that are there more than once',
          doubled.map(({ fact }) => fact),
          operations.length,
        ),
        gate('operations never decided, of those that had to be repeated', { exactly: 0 }, undecided.length, {
          of: repeated,
          cases: undecided,
        }),
      ];
    },
  };
}

export type Journal = ReturnType<typeof createJournal>;
