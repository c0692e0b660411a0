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
  /** Whether the filter suggests values to choose from. */
  hasSuggestions: boolean;
}

/** The text filters in display order. The service uses the same names. */
export const textFilters: readonly FilterSpec[] = [
  { id: "advertiserName", label: "Advertiser", hint: "Part of the name is enough.", hasSuggestions: true },
  { id: "advertiserId", label: "Advertiser ID", hint: "The exact number.", hasSuggestions: true },
  { id: "accountName", label: "Account", hint: "Part of the name is enough.", hasSuggestions: true },
  { id: "accountId", label: "Account ID", hint: "The exact number.", hasSuggestions: true },
  { id: "brandId", label: "Brand", hint: "The exact number. Names are suggested.", hasSuggestions: true },
  { id: "siteId", label: "Site ID", hint: "Campaigns that run on this site.", hasSuggestions: true },
  { id: "traffickingMode", label: "Trafficking mode", hint: "How ads are attached to placements.", hasSuggestions: true },
  { id: "from", label: "From row", hint: "Skips the rows before this row. The first row is 0.", hasSuggestions: false },
  { id: "max", label: "At most", hint: "How many rows to show.", hasSuggestions: false },
];

/** Returns the text filters that apply to a list. */
export function textFiltersOf(list: ListId): readonly FilterSpec[] {
  if (list === "campaigns") return textFilters;
  if (list === "values") return textFilters.filter(({ id }) => !["siteId", "brandId", "traffickingMode"].includes(id));
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

/** A function that edits the groups of conditions in place. */
export type ConditionsEdit = (groups: FilterGroupInput[]) => void;

/** The filters of a list as they were typed. The desk interprets them. */
export class Filters {
  value = $state.raw<RowFilters>(noFilters);
  /** Whether the filter builder is shown, in place of the open campaign. */
  builderShown = $state(false);
  /** Whether a condition was added, and the builder should focus its value. */
  conditionAdded = $state(false);
  /** The filters in words; `null` before the first description. */
  description = $state.raw<FilterDescription | null>(null);
  readonly #describe: (filters: RowFilters) => Promise<FilterDescription>;
  readonly #changed: () => void;
  readonly #refresh = new Coalescer(() => this.#readDescription());

  /**
   * @param describe describes filters in words
   * @param changed called whenever other objects may match
   */
  constructor(describe: (filters: RowFilters) => Promise<FilterDescription>, changed: () => void) {
    this.#describe = describe;
    this.#changed = changed;
  }

  get isEmpty(): boolean {
    return this.value.q.length === 0 && textFilters.every(({ id }) => this.value[id] === "");
  }

  put(value: RowFilters): void {
    this.value = value;
    this.#changed();
    void this.#refresh.run();
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
  editGroups(edit: ConditionsEdit): void {
    const groups = structuredClone(this.value.q);
    edit(groups);
    this.put({ ...this.value, q: groups.filter(({ conditions }) => conditions.length > 0) });
  }

  /** Shows the builder with a new group for a field. */
  addCondition(field: string, kind: ConditionValueKind): void {
    this.editGroups((groups) => groups.push({ conditions: [newCondition(field, kind)] }));
    this.builderShown = true;
    this.conditionAdded = true;
  }

  /** Returns why a filter is not applied; `null` if it is. */
  problem(filter: string): string | null {
    return this.description?.problems.find((problem) => problem.filter === filter)?.message ?? null;
  }

  async #readDescription(): Promise<void> {
    try {
      this.description = await this.#describe(this.value);
    } catch (thrown) {
      // The list itself fails in the same way, and shows the failure.
      if (!(thrown instanceof CommandFailure)) throw thrown;
    }
  }
}

/** The values of a condition: texts and numbers, or ranges of dates. */
export type ConditionValueKind = FilterValueInput["kind"];

/** Returns an initial condition. */
export function newCondition(field: string, kind: ConditionValueKind): FilterConditionInput {
  return { field, values: kind === "dates" ? [noDates] : [] };
}

const noDates: FilterValueInput = { kind: "dates", value: { from: "", to: "" } };
