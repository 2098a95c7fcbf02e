import { problem } from '@kantor/contract/wire/call.ts';
import { noneOf } from '../harness/gates.ts';
import type { RawAnswer } from '../harness/raw.ts';

const LEAKS = /node_modules|\.ts:\d+|\bat \w+ \(|syntax error at|relation "|\bselect\b.+\bfrom\b|ECONNREFUSED/i;
const HEADS = ['content-security-policy', 'x-content-type-options', 'x-frame-options'] as const;

/** Looks at every answer, and counts what is wrong with each. */
export function createJudge() {
  const faults = {
    '5xx': [] as string[],
    'refusals that are no problem document': [] as string[],
    'answers without our heads': [] as string[],
    'answers that show a stack, SQL or a path': [] as string[],
    'statuses that openapi.json does not name': [] as string[],
    'payment pages of no order that tell of one': [] as string[],
  };
  let answers = 0;
  const isProblem = ({ headers, text, status }: RawAnswer): boolean => {
    if (!String(headers['content-type']).startsWith('application/problem+json')) return false;
    try {
      const document: unknown = JSON.parse(text);
      return problem.loose().safeParse(document).success && (document as { status: number }).status === status;
    } catch {
      return false;
    }
  };
  return {
    /** @param named the statuses that its description names, where it is of the merchant API. */
    judge(
      what: string,
      answer: RawAnswer,
      {
        isHead = false,
        isPage = false,
        named,
      }: { isHead?: boolean; isPage?: boolean; named?: readonly string[] | undefined } = {},
    ) {
      const { status, headers, text } = answer;
      const told = `${what} -> ${status} ${text.slice(0, 100)}`;
      answers += 1;
      if (status >= 500) faults['5xx'].push(told);
      if (isPage && (status < 400 || text.includes('₽')))
        faults['payment pages of no order that tell of one'].push(told);
      if (status >= 400 && !isHead && !isPage && !isProblem(answer))
        faults['refusals that are no problem document'].push(told);
      if (HEADS.some((name) => headers[name] === undefined)) faults['answers without our heads'].push(told);
      if (status >= 400 && LEAKS.test(text)) faults['answers that show a stack, SQL or a path'].push(told);
      if (named !== undefined && !named.includes(String(status))) {
        faults['statuses that openapi.json does not name'].push(told);
      }
    },
    gates: () => Object.entries(faults).map(([name, cases]) => noneOf(name, cases, answers)),
  };
}
