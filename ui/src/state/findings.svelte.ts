import type { Detail, FindingView, Severity } from "../bridge/bindings";

/** The state of the form that shows the findings. */
interface FormState {
  /** Returns whether the form must not move now, because a person types in it or presses a mouse button. */
  isBusy(): boolean;
  /** Returns whether the object was created just now and a person has not left this field yet. */
  isUnvisited(path: string): boolean;
}

/** The findings of the open document, and the position of F8 among them. */
export class Findings {
  readonly #current: () => Detail | null;
  readonly #form: FormState;
  readonly #all = $derived.by(() => this.#current()?.findings ?? []);
  readonly #toFillIn = $derived.by(
    () => new Set(this.#all.filter(({ rule, path }) => rule === "required" && this.#form.isUnvisited(path))),
  );
  readonly #byPath = $derived.by(() => byPath(this.#all.filter((finding) => !this.#toFillIn.has(finding))));
  /** The findings that the form showed when it last might move. */
  #settled = new Map<string, FindingView[]>();
  readonly #shown = $derived.by(() => {
    const current = this.#byPath;
    if (!this.#form.isBusy()) this.#settled = current;
    return this.#settled;
  });
  /** The current index; -1 before the first finding. */
  #index = -1;

  /** @param current returns the open document */
  constructor(current: () => Detail | null, form: FormState) {
    this.#current = current;
    this.#form = form;
  }

  /**
   * Returns the findings to show at exactly this path, the worst first. While a person types, these are the findings
   * from before, so that the form does not move.
   */
  at(path: string): FindingView[] {
    return this.#shown.get(path) ?? [];
  }

  /** Returns whether a shown finding no longer holds. */
  isResolved({ rule, path }: FindingView): boolean {
    return !(this.#byPath.get(path) ?? []).some((one) => one.rule === rule);
  }

  /** Returns whether a finding only says that a new object has a field to fill in. */
  isToFillIn(finding: FindingView): boolean {
    return this.#toFillIn.has(finding);
  }

  /** Returns whether the field at this path is still to be filled in. */
  isFieldToFillIn(path: string): boolean {
    return [...this.#toFillIn].some((finding) => finding.path === path);
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
    this.#settled = new Map();
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
