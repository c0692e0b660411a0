/** The current time, for texts such as "3 s ago". */
export class Clock {
  now = $state(Date.now());

  /** Ticks every second. Returns a function that stops it. */
  run(): () => void {
    const timer = setInterval(() => (this.now = Date.now()), 1000);
    return () => clearInterval(timer);
  }
}
