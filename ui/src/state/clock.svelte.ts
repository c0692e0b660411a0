/** The time that "3 s ago" is reckoned from. */
export class Clock {
  now = $state(Date.now());

  /** Ticks every second; returns what stops it. */
  run(): () => void {
    const timer = setInterval(() => (this.now = Date.now()), 1000);
    return () => clearInterval(timer);
  }
}
