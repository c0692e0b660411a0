import type { Detail, FindingView, Severity } from "../bridge/bindings";

/** The findings of the open document, and the position of F8 among them. */
export class Findings {
  readonly #current: () => Detail | null;
  readonly #all = $derived.by(() => this.#current()?.findings ?? []);
  readonly #byPath = $derived(byPath(this.#all));
  /** The current index; -1 before the first finding. */
  #index = -1;

  /** @param current returns the open document */
  constructor(current: () => Detail | null) {
    this.#current = current;
  }

  /** Returns the findings at exactly this path, the worst first. */
  at(path: string): FindingView[] {
    return this.#byPath.get(path) ?? [];
  }

  /** Returns the worst severity at a path or below it. */
  worstWithin(path: string): Severity | null {
    return this.#all.find((one) => isWithin(one.path, path))?.severity ?? null;
  }

  /** Returns the position of F8, counted from 1. */
  get number(): number {
    return this.#index + 1;
  }

  /** Returns the next finding (`step` 1) or the one before (-1), and wraps around. */
  next(step: 1 | -1): FindingView | null {
    const { length } = this.#all;
    const start = this.#index < 0 && step < 0 ? 0 : this.#index;
    return this.#all[(start + step + length) % length] ?? null;
  }

  /** Makes F8 continue from this finding. */
  setCurrent(finding: FindingView): void {
    this.#index = this.#all.indexOf(finding);
  }

  /** Makes F8 start again with the first finding. */
  reset(): void {
    this.#index = -1;
  }
}

function byPath(findings: FindingView[]): Map<string, FindingView[]> {
  const at = new Map<string, FindingView[]>();
  for (const finding of findings) at.set(finding.path, [...(at.get(finding.path) ?? []), finding]);
  return at;
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`);
}
