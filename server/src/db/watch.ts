import { AsyncLocalStorage } from 'node:async_hooks';

/** Work that made no progress within its limit, and was ended. */
export class Stalled extends Error {
  override name = 'Stalled';
  readonly code = 'STALLED';
}

/** After the limit, before the end: a busy process reads an answer that has come only once its timers have run. */
const GRACE_MS = 100;

/** One run of watched work. Every answer of the database is progress. */
class Run {
  readonly #limitMs: number;
  readonly #end: (error: Stalled) => void;
  /** A piece of the work is done. */
  readonly pieceDone: () => void;
  readonly #connections = new Set<(error: Error) => void>();
  #timer: NodeJS.Timeout | undefined;
  #progressAt = performance.now();
  #isWarned = false;
  #isOver = false;
  #stalled: Stalled | undefined;

  constructor(limitMs: number, end: (error: Stalled) => void, pieceDone: () => void) {
    this.#limitMs = limitMs;
    this.#end = end;
    this.pieceDone = pieceDone;
    this.#wait(limitMs);
  }

  #wait(milliseconds: number): void {
    this.#timer = setTimeout(() => this.#look(), milliseconds);
  }

  #look(): void {
    const left = this.#progressAt + this.#limitMs - performance.now();
    if (left > 0) return this.#wait(left);
    if (!this.#isWarned) {
      this.#isWarned = true;
      return this.#wait(GRACE_MS);
    }
    this.#stalled = new Stalled(`It made no progress for ${this.#limitMs / 1000} s`);
    for (const cut of this.#connections) cut(this.#stalled);
    this.#end(this.#stalled);
  }

  /** @throws Stalled once the run was ended: what is left of it does no more. */
  assertGoesOn(): void {
    if (this.#stalled) throw this.#stalled;
  }

  progress(): void {
    this.#progressAt = performance.now();
    this.#isWarned = false;
  }

  /** The run uses a connection. @returns says that it no longer does. */
  hold(cut: (error: Error) => void): () => void {
    this.#connections.add(cut);
    return () => this.#connections.delete(cut);
  }

  /** Counts no time while `work` goes on. */
  async pause<Result>(work: () => Promise<Result>): Promise<Result> {
    clearTimeout(this.#timer);
    try {
      return await work();
    } finally {
      this.progress();
      if (!this.#isOver) this.#wait(this.#limitMs);
    }
  }

  over(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }
}

interface Context {
  run?: Run | undefined;
  /** The limit of one statement, on our side. */
  queryMs?: number;
}

const contexts = new AsyncLocalStorage<Context>();

/** The watched work that the caller is part of. */
export const currentWatch = (): Context => contexts.getStore() ?? {};

/**
 * Does `work`, and ends it when it makes no progress for so many milliseconds: its connections are destroyed, and it gets no
 * other. What hangs in it hangs on, without effect.
 * @param onPieceDone called with every `pieceDone`.
 * @throws Stalled
 */
export async function watched<Result>(
  limitMs: number,
  work: () => Promise<Result>,
  onPieceDone: () => void = () => undefined,
): Promise<Result> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const run = new Run(limitMs, reject, onPieceDone);
  try {
    return await Promise.race([contexts.run({ run }, work), ended]);
  } finally {
    run.over();
  }
}

/** Does work that the caller's watch ends no more: it outlives the caller. */
export const unwatched = <Result>(work: () => Result): Result => contexts.run({}, work);

/** Tells the watch that a piece of the caller's work is done, and the next begins: a turn may go on for as long as there is work. */
export function pieceDone(): void {
  const { run } = currentWatch();
  run?.assertGoesOn();
  run?.progress();
  run?.pieceDone();
}

/** Does work whose statements may take as long as this, each. The server's own limit is the caller's to lift. */
export function withPatience<Result>(queryMs: number, work: () => Promise<Result>): Promise<Result> {
  const { run } = currentWatch();
  const patient = () => contexts.run({ run, queryMs }, work);
  return run ? run.pause(patient) : patient();
}
