/** Runs jobs one after the other, in the order in which they were added. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  add<T>(job: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(job);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }
}

/**
 * Runs one job at a time. Requests during a run cause exactly one more run afterwards. For refreshing what is shown:
 * the last run always begins after the last request.
 */
export class Coalescer {
  #last: Promise<void> = Promise.resolve();
  #running = false;
  #again = false;

  constructor(readonly job: () => Promise<void>) {}

  run(): Promise<void> {
    this.#again = true;
    if (!this.#running) this.#last = this.#drain();
    return this.#last;
  }

  /** Changes `#running` in the same step as the last check of `#again`, so that no request is lost in between. */
  async #drain(): Promise<void> {
    this.#running = true;
    try {
      while (this.#again) {
        this.#again = false;
        await this.job();
      }
    } finally {
      this.#running = false;
    }
  }
}
