interface Span {
  from: Date;
  until: Date;
  /** Events after the end do not happen; otherwise they happen at the end. */
  isLast: boolean;
}

/** Events in order of time. The clock moves with them. */
export class Schedule {
  readonly #span: Span;
  /** Latest first, so that the next is taken from the end. */
  readonly #events: { at: Date; run: () => Promise<void> }[] = [];
  #now: Date;

  constructor(span: Span) {
    this.#span = span;
    this.#now = span.from;
  }

  readonly clock = () => this.#now;

  add(when: Date, run: () => Promise<void>): void {
    const { until, isLast } = this.#span;
    if (when > until && isLast) return;
    const at = when > until ? until : when;
    const later = this.#events.findLastIndex((other) => other.at > at);
    this.#events.splice(later + 1, 0, { at, run });
  }

  /** Runs all events, also those that are added meanwhile. */
  async run(): Promise<void> {
    for (let next = this.#events.pop(); next; next = this.#events.pop()) {
      this.#now = next.at;
      await next.run();
    }
  }
}
