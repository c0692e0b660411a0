import type {
  RowDraftFilter,
  RowFilters,
  FilterDescription,
  FilterProblem,
  ListId,
  FilterConditionInput,
  FilterGroupInput,
  FilterValueInput,
} from "../../bridge/bindings";
import { CommandFailure } from "../../bridge/failure";
import { Coalescer } from "../serial";

/** A filter that consists of one text. */
export type TextFilter = Exclude<keyof RowFilters, "q" | "drafts">;

/** The label and the hint of a text filter. */
export interface FilterSpec {
  id: TextFilter;
  label: string;
  hint: string;
  /** Whether the filter suggests values to choose from. */
  hasSuggestions: boolean;
  /** Whether few people need it: ids, and what is only for the service. */
  advanced?: boolean;
}

/** The text filters in display order. The service uses the same names. */
export const textFilters: readonly FilterSpec[] = [
  { id: "advertiserName", label: "Advertiser", hint: "Part of the name is enough.", hasSuggestions: true },
  { id: "advertiserId", label: "Advertiser ID", hint: "The exact number.", hasSuggestions: true, advanced: true },
  { id: "accountName", label: "Account", hint: "Part of the name is enough.", hasSuggestions: true, advanced: true },
  { id: "accountId", label: "Account ID", hint: "The exact number.", hasSuggestions: true, advanced: true },
  { id: "brandId", label: "Brand ID", hint: "The exact number. Names are suggested.", hasSuggestions: true, advanced: true },
  { id: "siteId", label: "Site ID", hint: "Campaigns that run on this site.", hasSuggestions: true, advanced: true },
  { id: "traffickingMode", label: "Trafficking mode", hint: "How ads are attached to placements.", hasSuggestions: true },
  { id: "from", label: "From row", hint: "Skips the rows before this row. The first row is 0.", hasSuggestions: false, advanced: true },
  { id: "max", label: "At most", hint: "How many rows to show.", hasSuggestions: false, advanced: true },
];

/** The fields that people filter by most, with their labels in the menu. A list shows those that it has. */
export const fieldFilters: readonly (readonly [path: string, label: string])[] = [
  ["status", "Status"],
  ["adStatus", "Status"],
  ["startDate", "Start"],
  ["endDate", "End"],
  ["lastUpdateOn", "Changed since"],
  ["brandName", "Brand"],
  ["adAssignmentData.brandName", "Brand"],
];

/** The filters by drafts and findings, with their labels. */
export const draftFilters: readonly (readonly [RowDraftFilter, string])[] = [
  ["any", "Has a draft"],
  ["withErrors", "Has errors"],
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
  drafts: null,
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
    return this.value.q.length === 0 && this.value.drafts === null && textFilters.every(({ id }) => this.value[id] === "");
  }

  put(value: RowFilters): void {
    this.restore(value);
    this.#changed();
  }

  /** Sets the filters of a view. The list reads its rows afterwards. */
  restore(value: RowFilters): void {
    this.value = value;
    void this.#refresh.run();
  }

  set(filter: TextFilter, text: string): void {
    this.put({ ...this.value, [filter]: text });
  }

  /** Clears one filter, or one group of conditions. */
  clear(filter: string, group: number | null = null): void {
    const { q } = this.value;
    if (filter === "q") this.put({ ...this.value, q: q.filter((_, index) => index !== group) });
    else this.put({ ...this.value, [filter]: filter === "drafts" ? null : "" });
  }

  /** Lists only rows with a draft or with errors; `null` lists all rows. */
  setDrafts(drafts: RowDraftFilter | null): void {
    this.put({ ...this.value, drafts });
  }

  /** Returns the index of the group that is a single condition on a field; -1 if there is none. */
  groupOf(field: string): number {
    return this.value.q.findIndex(({ conditions }) => conditions.length === 1 && conditions[0]?.field === field);
  }

  /** Sets the values of the only condition of a group. A group that does not exist yet is added. */
  setValues(group: number, field: string, values: FilterValueInput[]): void {
    this.editGroups((groups) => {
      const next = { conditions: [{ field, values }] };
      if (group >= 0) groups[group] = next;
      else groups.push(next);
    });
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

  /** Returns why a filter, or one group of conditions, is not applied; `null` if it is. */
  problem(filter: string, group: number | null = null): string | null {
    const isOf = (problem: FilterProblem) => problem.filter === filter && (group === null || problem.group === group);
    return this.description?.problems.find(isOf)?.message ?? null;
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
