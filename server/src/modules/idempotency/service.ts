import { z } from 'zod';
import type { Reader, Tx } from '../../db/tx.ts';
import { ApiError, conflict } from '../../kernel/errors.ts';
import { insertAnswer, readAnswer, type RequestKey, takeKey } from './store.ts';

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
}

/** @param schema writes the answer to the wire and reads it back. */
export function once<Result, Schema extends z.ZodType>(
  request: IdempotentRequest,
  schema: Schema,
  toAnswer: (result: Result) => z.output<Schema>,
): Once<Result, z.output<Schema>> {
  const readKept = async (db: Reader) => {
    const kept = await readAnswer(db, request);
    if (kept === undefined) return undefined;
    if (!kept.isSame) {
      throw new ApiError(422, 'idempotency_mismatch', 'Этот ключ уже использован для другого запроса');
    }
    return schema.parse(JSON.parse(kept.answer));
  };
  return {
    readKept,
    run: async (tx, work) => {
      if (!(await takeKey(tx, request))) {
        throw conflict('idempotency_running', 'Запрос с этим ключом ещё выполняется. Повторите его чуть позже');
      }
      // A statement of its own: one that began before the lock would miss the first request's commit.
      const kept = await readKept(tx);
      if (kept !== undefined) return kept;
      const answer = toAnswer(await work());
      await insertAnswer(tx, { ...request, answer: JSON.stringify(z.encode(schema, answer)) });
      return answer;
    },
  };
}

/** As `once`; without a key the work is simply done. */
export const onceIfKeyed = <Result, Schema extends z.ZodType>(
  request: IdempotentRequest | undefined,
  schema: Schema,
  toAnswer: (result: Result) => z.output<Schema>,
): Once<Result, z.output<Schema>> =>
  request === undefined
    ? { readKept: () => Promise.resolve(undefined), run: async (_tx, work) => toAnswer(await work()) }
    : once(request, schema, toAnswer);
