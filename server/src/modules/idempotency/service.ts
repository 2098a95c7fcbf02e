import { z } from 'zod';
import { atOnce, type Reader, type Tx } from '../../db/tx.ts';
import { ApiError, conflict } from '../../kernel/errors.ts';
import { markRepeated, rememberText } from '../../kernel/encoded.ts';
import { haveAnswers, insertAnswers, type KeptAnswer, readAnswer, type RequestKey, takeKeys } from './store.ts';

/** One POST under an Idempotency-Key. */
export interface IdempotentRequest extends RequestKey {
  /** SHA-256 of the request: method, address and body. */
  hash: Buffer;
  at: Date;
}

/** Lets a service do its work once, without knowing the answer that its result becomes. */
export interface Once<Result, Answer> {
  /**
   * The answer of an earlier request with the same key, before dear work is done for the effect; `run` still decides.
   * @throws ApiError 422 when the key came with another request.
   */
  readKept: (db: Reader) => Promise<Answer | undefined>;
  /**
   * Runs `work` once for a key: its answer is kept in the transaction of its effect, so both are there or neither is. A
   * refusal leaves nothing behind and may be tried again with the same key.
   * @throws ApiError 409 while the first request still runs, 422 when the key came with another request.
   * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
   */
  run: (tx: Tx, work: () => Promise<Result>) => Promise<Answer>;
  /** For those who keep the answers of many: the request, if its answer is kept, and the answer as it is given and as it is kept. */
  request: IdempotentRequest | undefined;
  answerOf: (result: Result) => { answer: Answer; text: string };
}

/** @param schema writes the answer to the wire and reads it back. */
export function once<Result, Schema extends z.ZodType>(
  request: IdempotentRequest,
  schema: Schema,
  toAnswer: (result: Result) => z.output<Schema>,
): Once<Result, z.output<Schema>> {
  const parseKept = (kept: KeptAnswer | undefined) => {
    if (kept === undefined) return undefined;
    if (!kept.isSame) {
      throw new ApiError(
        422,
        'idempotency_mismatch',
        'Этот Idempotency-Key уже использован для другого запроса: возьмите новый',
      );
    }
    // To the letter: it may be of before a field was added, which its schema would miss.
    const json: unknown = JSON.parse(kept.answer);
    const { data: answer = json as z.output<Schema> } = schema.safeParse(json);
    rememberText(answer, kept.answer);
    markRepeated(answer);
    return answer;
  };
  const readKept = async (db: Reader) => parseKept(await readAnswer(db, request));
  const answerOf = (result: Result) => {
    const answer = toAnswer(result);
    const text = JSON.stringify(z.encode(schema, answer));
    rememberText(answer, text);
    return { answer, text };
  };
  return {
    readKept,
    request,
    answerOf,
    run: async (tx, work) => {
      // A statement of its own: one that began before the lock would miss the first request's commit.
      const [[isFree], answerKept] = await atOnce(tx, (each) =>
        Promise.all([takeKeys(each, [request]), readAnswer(each, request)]),
      );
      if (isFree !== true) {
        throw conflict('idempotency_running', 'Запрос с этим ключом ещё выполняется. Повторите его чуть позже');
      }
      const kept = parseKept(answerKept);
      if (kept !== undefined) return kept;
      const { answer, text } = answerOf(await work());
      await insertAnswers(tx, [{ ...request, answer: text }]);
      return answer;
    },
  };
}

/** Work without a key is simply done. */
export const unkept = <Result, Answer>(toAnswer: (result: Result) => Answer): Once<Result, Answer> => ({
  readKept: () => Promise.resolve(undefined),
  run: async (_tx, work) => toAnswer(await work()),
  request: undefined,
  answerOf: (result) => ({ answer: toAnswer(result), text: '' }),
});

/** As `once`, if there is a key. */
export const onceIfKeyed = <Result, Schema extends z.ZodType>(
  request: IdempotentRequest | undefined,
  schema: Schema,
  toAnswer: (result: Result) => z.output<Schema>,
): Once<Result, z.output<Schema>> => (request === undefined ? unkept(toAnswer) : once(request, schema, toAnswer));

/**
 * Takes the keys of several requests, each for its own effect.
 * @returns for each whether it goes ahead; the others are run by `Once.run`, which has the kept answer or the refusal.
 */
export async function takeFreeKeys(tx: Tx, requests: readonly (IdempotentRequest | undefined)[]): Promise<boolean[]> {
  const places = requests.flatMap((key, place) => (key === undefined ? [] : [{ place, key }]));
  const goesAhead = requests.map(() => true);
  if (places.length === 0) return goesAhead;
  const names = places.map(({ key }) => `${key.ownerId}/${key.key}`);
  const keys = places.map(({ key }) => key);
  // A statement of its own: one that began before the locks would miss the first requests' commits.
  const [isFree, isKept] = await atOnce(tx, (each) => Promise.all([takeKeys(each, keys), haveAnswers(each, keys)]));
  places.forEach(({ place }, n) => {
    // The lock does not keep a transaction from itself.
    const isFirst = names.indexOf(names[n] ?? '') === n;
    goesAhead[place] = isFirst && isFree[n] === true && isKept[n] === false;
  });
  return goesAhead;
}

/** An operation's idempotency with its result. */
interface Done<Result, Answer> {
  once: Once<Result, Answer>;
  result: Result;
}

/** Keeps the answers of several requests whose keys are taken. @returns the answers. */
export async function keepAnswers<Result, Answer>(tx: Tx, done: readonly Done<Result, Answer>[]): Promise<Answer[]> {
  const answers = done.map(({ once, result }) => ({ request: once.request, ...once.answerOf(result) }));
  const kept = answers.flatMap(({ request, text }) => (request === undefined ? [] : [{ ...request, answer: text }]));
  if (kept.length > 0) await insertAnswers(tx, kept);
  return answers.map(({ answer }) => answer);
}
