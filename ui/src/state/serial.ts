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
 * Runs one job at a time and, however often it is asked meanwhile, once more afterwards. For
 * refreshing what is shown: the last run always began after the last request.
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

  /** `#running` falls in the same step as the last look at `#again`, so that no request is lost between. */
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
