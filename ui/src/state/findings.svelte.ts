import type { Detail, FindingView, SeverityView } from "../bridge/bindings";

/** What was noticed about the document that is open, and where F8 stands among it. */
export class Findings {
  readonly #current: () => Detail | null;
  readonly #all = $derived.by(() => this.#current()?.findings ?? []);
  readonly #byPath = $derived(byPath(this.#all));
  /** Counted from 0; below it before the first. */
  #stand = -1;

  /** @param current the document that is open */
  constructor(current: () => Detail | null) {
    this.#current = current;
  }

  /** What was noticed about exactly this place, the worst first. */
  at(path: string): FindingView[] {
    return this.#byPath.get(path) ?? [];
  }

  /** The worst that was noticed at a place or anywhere inside it. */
  worstWithin(path: string): SeverityView | null {
    return this.#all.find((one) => isWithin(one.path, path))?.severity ?? null;
  }

  /** Where F8 stands, counted from 1. */
  get number(): number {
    return this.#stand + 1;
  }

  /** The next finding (`step` 1) or the one before it (-1), round and round. */
  next(step: 1 | -1): FindingView | null {
    const { length } = this.#all;
    const start = this.#stand < 0 && step < 0 ? 0 : this.#stand;
    return this.#all[(start + step + length) % length] ?? null;
  }

  /** F8 goes on from this finding. */
  standOn(finding: FindingView): void {
    this.#stand = this.#all.indexOf(finding);
  }

  /** F8 begins with the first again. */
  forget(): void {
    this.#stand = -1;
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
