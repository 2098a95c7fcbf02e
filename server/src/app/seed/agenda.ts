interface Span {
  from: Date;
  until: Date;
  /** What would happen after the end is left to the future; otherwise it happens at the end. */
  isLast: boolean;
}

/** What is to happen, in order of time, in a world whose clock is moved by it. */
export class Agenda {
  readonly #span: Span;
  /** Latest first, so that the next is taken from the end. */
  readonly #acts: { at: Date; act: () => Promise<void> }[] = [];
  #now: Date;

  constructor(span: Span) {
    this.#span = span;
    this.#now = span.from;
  }

  readonly clock = () => this.#now;

  add(when: Date, act: () => Promise<void>): void {
    const { until, isLast } = this.#span;
    if (when > until && isLast) return;
    const at = when > until ? until : when;
    const later = this.#acts.findLastIndex((other) => other.at > at);
    this.#acts.splice(later + 1, 0, { at, act });
  }

  /** Plays everything, also what is added meanwhile. */
  async play(): Promise<void> {
    for (let next = this.#acts.pop(); next; next = this.#acts.pop()) {
      this.#now = next.at;
      await next.act();
    }
  }
}
