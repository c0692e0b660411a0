import type {
  RowFilters,
  FilterDescription,
  ListId,
  FilterConditionInput,
  FilterGroupInput,
  FilterValueInput,
} from "../../bridge/bindings";
import { CommandFailure } from "../../bridge/failure";
import { Coalescer } from "../serial";

/** A filter that consists of one text. */
export type TextFilter = Exclude<keyof RowFilters, "q">;

/** The label and the hint of a text filter. */
export interface FilterSpec {
  id: TextFilter;
  label: string;
  hint: string;
  /** Whether the filter offers values to choose from. */
  picks: boolean;
}

/** The text filters in display order. The service uses the same names. */
export const textFilters: readonly FilterSpec[] = [
  { id: "advertiserName", label: "Advertiser", hint: "Part of the name is enough.", picks: true },
  { id: "advertiserId", label: "Advertiser ID", hint: "The exact number.", picks: true },
  { id: "accountName", label: "Account", hint: "Part of the name is enough.", picks: true },
  { id: "accountId", label: "Account ID", hint: "The exact number.", picks: true },
  { id: "brandId", label: "Brand", hint: "The exact number. Names are suggested.", picks: true },
  { id: "siteId", label: "Site ID", hint: "Campaigns that run on this site.", picks: true },
  { id: "traffickingMode", label: "Trafficking mode", hint: "How ads are attached to placements.", picks: true },
  { id: "from", label: "From row", hint: "Skips the rows before this row. The first row is 0.", picks: false },
  { id: "max", label: "At most", hint: "How many rows to show.", picks: false },
];

/** Returns the text filters that apply to a list. */
export function textFiltersOf(list: ListId): readonly FilterSpec[] {
  if (list === "campaigns") return textFilters;
  const adHints: Partial<Record<TextFilter, string>> = { siteId: "Ads that run on this site." };
  return textFilters.filter(({ id }) => id !== "traffickingMode").map((spec) => ({ ...spec, hint: adHints[spec.id] ?? spec.hint }));
}

const noFilters: RowFilters = {
  accountId: "",
  accountName: "",
  siteId: "",
  advertiserId: "",
  advertiserName: "",
  brandId: "",
  traffickingMode: "",
  q: [],
  from: "",
  max: "",
};

/** A change of the conditions: groups of conditions with values. */
export type Reshape = (groups: FilterGroupInput[]) => void;

/** The filters of a list as they were typed. The desk interprets them. */
export class Filters {
  value = $state.raw<RowFilters>(noFilters);
  /** Whether the filter builder is shown, in place of the open campaign. */
  building = $state(false);
  /** The filters in words; `null` before the first description. */
  described = $state.raw<FilterDescription | null>(null);
  readonly #tell: (filters: RowFilters) => Promise<FilterDescription>;
  readonly #changed: () => void;
  readonly #describe = new Coalescer(() => this.#ask());

  /**
   * @param tell describes filters in words
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

  /** Clears one filter; "q" clears all conditions. */
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

  /** Returns why a filter is not applied; `null` if it is. */
  problem(filter: string): string | null {
    return this.described?.problems.find((problem) => problem.filter === filter)?.message ?? null;
  }

  async #ask(): Promise<void> {
    try {
      this.described = await this.#tell(this.value);
    } catch (thrown) {
      // The list itself fails in the same way, and shows the failure.
      if (!(thrown instanceof CommandFailure)) throw thrown;
    }
  }
}

/** Returns an initial condition. */
export function newCondition(field: string, dates: boolean): FilterConditionInput {
  return { field, values: dates ? [noDates] : [] };
}

const noDates: FilterValueInput = { kind: "dates", value: { from: "", to: "" } };
