import type { RowFilters, FilterDescription, ListId, FilterConditionInput, FilterGroupInput, FilterValueInput } from "../../bridge/bindings";
import { CommandFailure } from "../../bridge/failure";
import { Coalescer } from "../serial";

/** A filter that is one text. */
export type TextFilter = Exclude<keyof RowFilters, "q">;

/** How a filter that is one text is offered. */
export interface FilterSpec {
  id: TextFilter;
  label: string;
  hint: string;
  /** Whether there are values to choose from. */
  picks: boolean;
}

/** Those filters, in the order in which they are offered; the service knows them by the same names. */
export const textFilters: readonly FilterSpec[] = [
  { id: "advertiserName", label: "Advertiser", hint: "Part of the name is enough.", picks: true },
  { id: "advertiserId", label: "Advertiser ID", hint: "The exact number.", picks: true },
  { id: "accountName", label: "Account", hint: "Part of the name is enough.", picks: true },
  { id: "accountId", label: "Account ID", hint: "The exact number.", picks: true },
  { id: "brandId", label: "Brand", hint: "The exact number; names are offered.", picks: true },
  { id: "siteId", label: "Site ID", hint: "Campaigns with something on this site.", picks: true },
  { id: "traffickingMode", label: "Trafficking mode", hint: "How ads are attached to placements.", picks: true },
  { id: "from", label: "From row", hint: "Leave out the rows before this one; the first row is 0.", picks: false },
  { id: "max", label: "At most", hint: "How many rows to show.", picks: false },
];

/** Those that mean something in a list. */
export function textFiltersOf(list: ListId): readonly FilterSpec[] {
  if (list === "campaigns") return textFilters;
  const adHints: Partial<Record<TextFilter, string>> = { siteId: "Ads that stand on this site." };
  return textFilters.filter(({ id }) => id !== "traffickingMode").map((spec) => ({ ...spec, hint: adHints[spec.id] ?? spec.hint }));
}

export const noFilters: RowFilters = {
  accountId: "", accountName: "", siteId: "", advertiserId: "", advertiserName: "", brandId: "", traffickingMode: "",
  q: [], from: "", max: "",
};

/** A change to the conditions, which are groups of conditions of values. */
export type Reshape = (groups: FilterGroupInput[]) => void;

/** What the listed campaigns must be like, as it was typed; the desk says what it means. */
export class Filters {
  value = $state.raw<RowFilters>(noFilters);
  /** Whether the conditions are being built, in place of the open campaign. */
  building = $state(false);
  /** What the filters mean in words; nothing before the first answer. */
  described = $state.raw<FilterDescription | null>(null);
  readonly #tell: (filters: RowFilters) => Promise<FilterDescription>;
  readonly #changed: () => void;
  readonly #describe = new Coalescer(() => this.#ask());

  /**
   * @param tell what filters mean in words
   * @param changed called whenever other objects may match
   */
  constructor(tell: (filters: RowFilters) => Promise<FilterDescription>, changed: () => void) {
    this.#tell = tell;
    this.#changed = changed;
  }

  get isEmpty(): boolean {
    return this.value.q.length === 0 && textFilters.every(({ id }) => this.value[id] === "");
  }

  put(value: RowFilters): void {
    this.value = value;
    this.#changed();
    void this.#describe.run();
  }

  set(filter: TextFilter, text: string): void {
    this.put({ ...this.value, [filter]: text });
  }

  /** Takes one filter away; "q" stands for all conditions. */
  clear(filter: string): void {
    if (filter === "q") this.put({ ...this.value, q: [] });
    else this.put({ ...this.value, [filter]: "" });
  }

  clearAll(): void {
    this.put(noFilters);
  }

  /** Changes the conditions. */
  reshape(change: Reshape): void {
    const groups = structuredClone(this.value.q);
    change(groups);
    this.put({ ...this.value, q: groups.filter(({ conditions }) => conditions.length > 0) });
  }

  /** What is wrong with a filter, where it is not applied. */
  problem(filter: string): string | null {
    return this.described?.problems.find((problem) => problem.filter === filter)?.message ?? null;
  }

  async #ask(): Promise<void> {
    try {
      this.described = await this.#tell(this.value);
    } catch (thrown) {
      // The list itself fails in the same way, and says so.
      if (!(thrown instanceof CommandFailure)) throw thrown;
    }
  }
}

/** A condition to begin with. */
export function newCondition(field: string, dates: boolean): FilterConditionInput {
  return { field, values: dates ? [noDates] : [] };
}

export const noDates: FilterValueInput = { kind: "dates", value: { from: "", to: "" } };
